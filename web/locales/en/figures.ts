export const figures = {
  title: 'Where this comes from',
  legend: 'Every measured number in Clearlot carries one of these marks',
  rules: 'Limits, fees and terms are published rules, the same for everybody',
  ledgerName: 'Ledger',
  ledgerShort: 'Ledger: added up from postings',
  ledgerText:
    'This number is added up from the postings of the ledger. Every posting belongs to a balanced transfer, none is ever changed or deleted.',
  marketName: 'Market',
  marketShort: 'Market: from recorded or live candles',
  marketText:
    'This number is computed from market candles. Which market, and whether it is live or the replay of a recording, is said wherever prices show.',
  probeName: 'Probe',
  probeShort: 'Probe: measured by the running system',
  probeText: 'This number was measured by the running system itself.',
  sampleName: 'Sample',
  sampleTag: 'Sample',
  sampleShort: 'Sample: an illustration, not a fact',
  sampleText: 'This number is an illustration. It describes nothing that happened; the real figure stands beside it.',
} as const;
