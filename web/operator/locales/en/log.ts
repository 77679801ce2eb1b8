export const log = {
  title: 'Log',
  chain: 'Hash chain',
  position: 'Position',
  waiting: 'Acts not chained yet',
  operator: 'Operator',
  act: 'Act',
  anyAct: 'Every act',
  empty: 'No act matches.',
  subject: 'Subject',
  detail: 'Detail',
  notChained: 'Waiting',
} as const;
