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
    'The replay plays whole recorded days in a secret order. The operator could know the days to come. Who has the recording recognises a day within a minute or two and can look up the rest of it.',
} as const;
