/** The sheet that a plan is confirmed in. */
export const planConfirm = {
  title: 'Place this plan?',
  odds: 'Past starts',
  ends: 'Last round closes',
  final: 'Once placed, the plan runs to its end and cannot be taken back.',
  place: 'Place the plan',
  back: 'Not yet',
  see: 'See this plan',
  sending: 'Placing the plan',
  noAnswer: 'No answer came. Press again: the plan is never placed twice.',
} as const;
