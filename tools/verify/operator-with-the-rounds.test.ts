import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attempt, linesOf, tableOf } from './attempts.fixture.ts';
import {
  forgedDrawSeed,
  type OperatorDraws,
  type OperatorRounds,
  openOperatorDraws,
  openOperatorRounds,
} from './operator-rounds-world.fixture.ts';

const another = `repeat('f', 64)`;

const insertBet = ({ member }: OperatorRounds, round: number) =>
  `insert into round_order (member_id, id, round_id, category, stake, winnings, salt, placed_at)
   values (${member}, 'FORGED', ${round}, 'triple', 1000000, 99000000, decode(repeat('cd', 32), 'hex'), now())`;

/** The end of the closed round with its beacon changed so. */
const end = ({ open, of }: OperatorRounds, change: Change = (text) => text, seed = of(open).seed, isVoid = false) =>
  `insert into round_end (round_id, seed, beacon, is_void, ended_at)
    values (${open}, '${seed}', ${change(`'${of(open).beacon}'::jsonb`)}, ${isVoid}, now())`;

type Change = (text: string) => string;

const candle = (place: number, value: number) => (text: string) =>
  `jsonb_set(${text}, '{candles,0,1,${place}}', '${value}')`;

/** The record that the closed round is paid, so much to those who bet as the member did. */
const paid = ({ open, of }: OperatorRounds, amount = '0.000000') =>
  `insert into round_payment select ${open}, (select jsonb_object_agg(key,
       jsonb_build_object('paid', case when key = '${of(open).wins}' then '${amount}' else '0.000000' end, 'charity', '0.000000'))
     from round_payment, jsonb_each(paid)), now()`;

type Account = readonly [owner: bigint | number, name: string];

const accountOf = ([owner, name]: Account) =>
  `(select b.account_id, b.balance from ledger.balances as b join ledger.accounts as a on a.id = b.account_id and a.member_id = b.member_id
     where b.member_id = ${owner} and a.name = '${name}')`;

/** A transfer of 10 USDT with its posting, and the balances where the guards that apply it are off. */
const transfer = ({ member }: OperatorRounds, kind: string, reference: string, from: Account, to: Account) => [
  `with written as (
     insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at)
     select nextval('ledger.transfer_ids'), 'forged:${kind}', sha256('forged'), '${kind}', ${reference}, 1, now() returning id
   )
   insert into ledger.postings
     (member_id, transfer_id, place, from_account, to_account, amount, from_balance_after, to_balance_after)
   select ${from[0] === -1 && to[0] === -1 ? -1 : member}, id, 0, f.account_id, t.account_id, 10000000, f.balance - 10000000, t.balance + 10000000
   from written, ${accountOf(from)} as f, ${accountOf(to)} as t`,
  `do $$ begin
     if exists (select from ledger.balances as b, ${writtenOf(kind)} and b.account_id = p.to_account and b.balance <> p.to_balance_after) then
       update ledger.balances as b
       set balance = case b.account_id when p.to_account then p.to_balance_after else p.from_balance_after end
       from ${writtenOf(kind)} and b.account_id in (p.from_account, p.to_account);
     end if;
   end $$`,
];

const writtenOf = (kind: string) =>
  `ledger.transfers as t join ledger.postings as p on p.transfer_id = t.id where t.idempotency_key = 'forged:${kind}'`;

const betIn = (round: number) => `(select id from round_order where round_id = ${round})`;

const books = ['ledger.transfers', 'ledger.postings', 'ledger.balances'];

/** The record of what the member's bet in a round has brought. */
const record = ({ member }: OperatorRounds, round: number, income: string) =>
  `update round_order set income = ${income}, settled_at = now() where member_id = ${member} and round_id = ${round}`;

const onRounds: readonly Attempt<OperatorRounds>[] = [
  {
    what: 'change the stake of a bet after closing',
    statements: ({ open }) => [`update round_order set stake = stake - 1000000 where round_id = ${open}`],
    tables: ['round_order'],
  },
  {
    what: 'change what a bet was placed on',
    statements: ({ open }) => [`update round_order set category = 'odd' where round_id = ${open}`],
    tables: ['round_order'],
  },
  {
    what: 'add a bet to a closed round',
    statements: (world) => [insertBet(world, world.played)],
    tables: ['round_order'],
  },
  {
    what: 'take a bet out of a closed round',
    statements: ({ open }) => [`delete from round_order where round_id = ${open}`],
    tables: ['round_order'],
  },
  {
    what: 'set the clock back to before the closing, and add a bet',
    statements: (world) => [
      `update product_clock set product_at = product_at - interval '2 minutes', shown_until = shown_until - interval '2 minutes'`,
      insertBet(world, world.open),
    ],
    tables: ['round_order', 'product_clock'],
  },
  {
    what: 'write a closing anew, with its digest',
    statements: ({ played }) => [
      `update round_closing set statement = jsonb_set(statement, '{orders,triple,count}', '7'),
         digest = encode(sha256(digest::bytea), 'hex') where round_id = ${played}`,
    ],
    tables: ['round_closing'],
  },
  {
    what: 'exchange the commitment of a chain',
    statements: [`update fairness_chain set commitment = ${another}`],
    tables: ['fairness_chain'],
  },
  {
    what: 'move the first day of a chain',
    statements: ['update fairness_chain set first_day = first_day - 1'],
    tables: ['fairness_chain'],
  },
  {
    what: 'exchange the tip of a day',
    statements: [`update fairness_day set tip = ${another}`],
    tables: ['fairness_day'],
  },
  {
    what: 'exchange the seed of a round, and so its result',
    statements: ({ played, of }) => [
      `update round_end set seed = '${of(played).losing.seed}' where round_id = ${played}`,
    ],
    tables: ['round_end'],
  },
  {
    what: 'change the beacon of a round after the result',
    statements: ({ played, of }) => [
      `update round_end set beacon = ${candle(5, of(played).losing.volume)('beacon')} where round_id = ${played}`,
    ],
    tables: ['round_end'],
  },
  {
    what: 'draw a round with another seed',
    statements: (world) => [end(world, undefined, world.of(world.open).losing.seed), paid(world)],
    tables: ['round_end', 'round_payment'],
  },
  {
    what: 'draw a round with the candle of another minute',
    statements: (world) => [end(world, candle(0, world.of(world.open).losing.openTime)), paid(world)],
    tables: ['round_end', 'round_payment'],
  },
  {
    what: 'draw a round with a changed candle, where the database keeps none',
    statements: (world) => [
      end(world, candle(5, world.of(world.open).losing.volume)),
      record(world, world.open, '-stake'),
      paid(world),
    ],
    tables: ['round_end', 'round_order', 'round_payment'],
  },
  {
    what: 'void a round before its deadline, and return the stakes',
    statements: (world) => [
      end(world, undefined, undefined, true),
      record(world, world.open, '0'),
      paid(world, '10.000000'),
      ...transfer(world, 'orderReturned', betIn(world.open), [world.member, 'stakes'], [world.member, 'available']),
      ...transfer(world, 'roundSettled', `'${world.open}'`, [-1, 'roundsReserved'], [-1, 'rounds']),
    ],
    tables: [...books, 'round_end', 'round_order', 'round_payment'],
  },
  {
    what: 'void a round after its result',
    statements: ({ played }) => [`update round_end set is_void = true where round_id = ${played}`],
    tables: ['round_end'],
  },
  {
    what: 'change what a paid bet has brought',
    statements: (world) => [record(world, world.played, 'case when income > 0 then -stake else winnings end')],
    tables: ['round_order'],
  },
  {
    what: 'record a bet that wins as lost, and keep its stake',
    statements: (world) => [
      end(world),
      record(world, world.open, '-stake'),
      paid(world),
      ...transfer(world, 'orderLost', betIn(world.open), [world.member, 'stakes'], [-1, 'rounds']),
      ...transfer(world, 'roundSettled', `'${world.open}'`, [-1, 'roundsReserved'], [-1, 'rounds']),
    ],
    tables: [...books, 'round_end', 'round_order', 'round_payment'],
  },
  {
    what: 'record a round as paid without paying a bet that wins',
    statements: (world) => [end(world), paid(world)],
    tables: ['round_end', 'round_payment'],
  },
  {
    what: 'pay a bet twice',
    statements: (world) =>
      transfer(world, 'orderWon', betIn(world.played), [-1, 'rounds'], [world.member, 'available']),
    tables: books,
  },
  {
    what: 'change what a round has paid in sum',
    statements: ({ played }) => [
      `update round_payment set paid = jsonb_set(paid, '{triple,paid}', '"1.000000"') where round_id = ${played}`,
    ],
    tables: ['round_payment'],
  },
];

const onDraws: readonly Attempt<OperatorDraws>[] = [
  {
    what: 'exchange the own seed of a drawn entry',
    statements: [`update draw set client_seed = repeat('ab', 16) where entry = 1`],
    tables: ['draw'],
  },
  { what: 'take a drawn entry away', statements: ['delete from draw where entry = 1'], tables: ['draw'] },
  {
    what: 'draw an entry on a day that is over',
    statements: ({ day }) => [
      `insert into draw select member_id, 'FORGED', ${day}, 3, prize_version, 'planSettled', 'forged', member_day, zone, ends_at, client_seed, drawn_at
         from draw where entry = 1`,
    ],
    tables: ['draw'],
  },
  {
    what: 'exchange the revealed seed of a day, with its commitment',
    statements: ({ day }) => [
      `update fairness_day set draw_commitment = encode(sha256(decode('${forgedDrawSeed}', 'hex')), 'hex') where day = ${day}`,
      `update draw_reveal set seed = '${forgedDrawSeed}'`,
    ],
    tables: ['draw_reveal', 'fairness_day'],
  },
  {
    what: 'give a day that has begun other prizes',
    statements: ({ day }) => [
      `insert into product_request (id, kind, item, is_open, minimum, maximum, effective_from, reason, asked_by, details)
       select 'FORGED', 'prizes', 'daily', true, 1000000, 1000000, to_timestamp(${day}::bigint * 86400), 'forged', 'nobody',
         jsonb_agg(jsonb_build_object('amount', amount, 'numbers', numbers))
       from (values ('400000000', 1), ('300000000', 2), ('200000000', 3), ('100000000', 4)) as prize (amount, numbers)`,
      `insert into product_change (request_id, effective_from, version) values ('FORGED', to_timestamp(${day}::bigint * 86400), 2)`,
    ],
    tables: ['product_request', 'product_change'],
  },
];

let rounds: OperatorRounds;
let draws: OperatorDraws;

beforeAll(async () => {
  [rounds, draws] = await Promise.all([openOperatorRounds(), openOperatorDraws()]);
});

afterAll(async () => {
  await Promise.all([rounds, draws].map(({ superuser }) => superuser.end()));
  await Promise.all([rounds.close(), draws.close()]);
});

/** Who finds the change, as in the table of SECURITY.md. */
async function found(
  by: Readonly<Record<string, () => Promise<string[]>>>,
  booksAreSound: () => Promise<boolean>,
): Promise<string> {
  const lines: string[] = [];
  for (const [what, look] of Object.entries(by)) {
    const fields = await look();
    if (fields.length > 0) lines.push(`the phone, by the ${what} (${fields.join(', ')})`);
  }
  if (!(await booksAreSound())) lines.push('the sums of the books');
  return lines.join('; ') || '**not found**';
}

// These need the roles and the superuser of the embedded server.
test('SECURITY.md says of each attempt on a round or a draw what refuses it, and with the guards off who finds it', async () => {
  const lines = [
    ...(await linesOf(rounds, onRounds, ({ order, rounds, day, chains, books }) =>
      found({ bet: order, round: rounds, day, chain: chains }, books),
    )),
    ...(await linesOf(draws, onDraws, ({ draws, books }) => found({ entry: draws }, books))),
  ];
  expect(lines).toEqual(tableOf(readFileSync('SECURITY.md', 'utf8'), 'rounds'));
});
