import { expect, test } from 'vitest';
import { enMore } from '#web/locales/en-more.ts';
import { vnfMore } from '#web/locales/vnf-more.ts';
import { formatFor } from '#web/platform/format/use-format.ts';
import { readableCsv } from './readable-csv.ts';

const plain = [
  'time,kind,reference,account,asset,amount,balance,transfer',
  '2026-03-09T15:00:00.000Z,planSettled,P1,available,USDT,-1234.5,10.000001,17',
  '2026-03-09T14:00:00.000Z,checkedIn,C1,promotion,PTS,5,5,16',
].join('\r\n');

function csvIn(tag: string, texts: { readonly wallet: object }): string {
  const wallet = texts.wallet as Readonly<Record<string, string>>;
  const t = ((key: string) => wallet[key.replace('wallet.', '')]) as never;
  return readableCsv(`${plain}\r\n`, { t, format: formatFor(tag, 'Asia/Tokyo'), tag, zone: 'Asia/Tokyo' });
}

test('codes become names, moments those of the zone, and every cell is quoted', () => {
  expect(csvIn('en', enMore).split('\r\n')).toEqual([
    '\ufeff"Time (Asia/Tokyo)","Movement","Reference","Account","Asset","Amount","Balance","Transfer"',
    '"Mar 10, 2026, 00:00:00","Plan settled","P1","Available","USDT","-1234.5","10.000001","17"',
    '"Mar 9, 2026, 23:00:00","Check-in","C1","Promotion points","PTS","5","5","16"',
    '',
  ]);
});

test('decimals have the language’s sign', () => {
  expect(csvIn('vi', vnfMore)).toContain('"-1234,5","10,000001"');
});

test('a word with a quotation mark stays in its column', () => {
  const wallet = { ...enMore.wallet, reference: 'The "bill"' };
  expect(csvIn('en', { wallet }).split('\r\n')[0]).toContain('"Movement","The ""bill""","Account"');
});
