import { parseArgs } from 'node:util';
import { closedCandlesSchema } from '#contract/closed-candles.ts';
import { type OrdersPage, ordersPageSchema } from '#contract/transcripts.ts';
import { knownCandles } from '#core/fairness/compare-candles.ts';
import { type OrderSums, openOrderList } from '#core/fairness/order-sums.ts';
import { isProgram } from '../is-program.ts';
import { contentOf, decode, Unreadable } from './read-transcript.ts';
import { type Known, type Report, reportsOn } from './reports.ts';

const usage = `Recomputes the transcript of a round, of a day of rounds, of one order's way to the root of its round, or of a member's daily draws. Needs no
server.

  node tools/verify/verify.ts FILE... [--tip HEX] [--digest HEX] [--commitment HEX] [--candles FILE]... [--orders FILE]...

FILE          a transcript as downloaded, or a list of them
--tip         what was published before the day of the round: the tip of its seeds
--digest      what was published when betting on the round closed
--commitment  what was published at the installation (a day), or before the day (draws)
--candles     what the market has published of the minutes after closing: GET /api/market/closed/TIME, or your own records in its form
--orders      pages of the orders of a round that does not list them: GET /api/rounds/orders/ROUND/FROM

A transcript is sound by itself whoever made it: hold it against what you have kept of the published values. A round on the market depends on candles, and one
who may choose a number in them chooses the digits: hold them against candles from elsewhere.
The exit status is 0 when all is sound, 1 when something is not, 2 when a file cannot be read, 3 when all is sound but the candles of a round on the market
were compared with nothing.`;

const differencesMax = 20;

function main(words: string[]): number {
  const text = { type: 'string' } as const;
  const files = { type: 'string', multiple: true, default: [] as string[] } as const;
  const { values, positionals } = parseArgs({
    args: words,
    options: { tip: text, digest: text, commitment: text, candles: files, orders: files },
    allowPositionals: true,
  });
  if (positionals.length === 0) {
    console.log(usage);
    return 2;
  }
  const known: Known = {
    ...values,
    candles: knownCandles(values.candles.flatMap((name) => decode(name, closedCandlesSchema, contentOf(name)))),
    orders: ordersIn(values.orders),
  };
  const statuses = positionals.flatMap((name) => reportsOn(name, known).map((report) => statusOf(name, report)));
  return [1, 3].find((status) => statuses.includes(status)) ?? 0;
}

function statusOf(name: string, { summary, differences, withoutCandles }: Report): number {
  for (const { field, claimed, computed } of differences.slice(0, differencesMax)) {
    console.error(`${name}: ${field}: ${claimed}, computed ${computed}`);
  }
  if (differences.length > differencesMax) console.error(`${name}: ${differences.length - differencesMax} more`);
  const isOpen = withoutCandles > 0;
  const open = isOpen ? `, but the candles of ${withoutCandles} rounds were compared with nothing (--candles)` : '';
  console.log(`${name}: ${summary}: ${differences.length === 0 ? `sound${open}` : 'NOT SOUND'}`);
  if (differences.length > 0) return 1;
  return isOpen ? 3 : 0;
}

/** The sums of the orders that pages list, by round: all pages of a round, or none. */
function ordersIn(names: readonly string[]): ReadonlyMap<number, OrderSums> {
  const pages = names.map((name) => ({ name, page: decode(name, ordersPageSchema, contentOf(name)) }));
  const sums = new Map<number, OrderSums>();
  for (const [round, own] of Map.groupBy(pages, ({ page }) => page.round)) {
    const sorted = own.toSorted((one, other) => one.page.from - other.page.from);
    sums.set(round, sumsOfPages(round, sorted));
  }
  return sums;
}

function sumsOfPages(round: number, pages: readonly { readonly name: string; readonly page: OrdersPage }[]): OrderSums {
  const list = openOrderList(round);
  let next = 0;
  for (const { name, page } of pages) {
    if (page.from !== next)
      throw new Unreadable(`${name}: from: the page before begins at ${next}, this one at ${page.from}`);
    for (const order of page.leaves) list.add(order);
    next += page.leaves.length;
  }
  const [first] = pages;
  const count = first?.page.count ?? 0;
  if (next !== count) throw new Unreadable(`${first?.name}: ${next} of ${count} orders: a page is missing`);
  return list.sums();
}

/** Runs the program on its arguments. Returns the exit status. */
export function verify(words: string[]): number {
  try {
    return main(words);
  } catch (error) {
    if (!(error instanceof Unreadable || (error instanceof TypeError && 'code' in error))) throw error;
    console.error(error.message);
    return 2;
  }
}

if (isProgram(import.meta.url)) process.exitCode = verify(process.argv.slice(2));
