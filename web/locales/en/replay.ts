/** The recorded days that a replay plays. */
export const replay = {
  title: 'Recorded days',
  hidden: 'Which recorded day this was is revealed once it has been played: {at}.',
  played: '{day}, prices × {factor}',
  proven: 'This phone drew them from the published key, which leads to the commitment that the plan was bound to.',
  wrong:
    'The published key does not lead to the commitment that the plan was bound to. Keep the proof and the receipt.',
  foreign: 'The server now publishes another replay than the one the plan was bound to.',
  knowable:
    'This market plays whole recorded days in a secret order. Before a day begins nobody outside knows it, though the operator could. Once it runs, whoever has the recording recognises it within a minute or two and can look up the rest, and so how a plan of that day ends. A result here is therefore no sign of skill, and no rank, weight score, prize or reward depends on it. On a live exchange nobody can look ahead.',
} as const;
