import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('a typed text is text: quotes are doubled, and what a spreadsheet would compute is preceded by an apostrophe', () => {
  const rows = [
    ['-5.250000', 'said "so"', 'a\nb'],
    ['=HYPERLINK("x")', '-cmd', '@sum'],
  ];
  expect(csvOf(['amount', 'reason', 'more'], rows)).toBe(
    '"amount","reason","more"\r\n"-5.250000","said ""so""","a\nb"\r\n"\'=HYPERLINK(""x"")","\'-cmd","\'@sum"',
  );
});
