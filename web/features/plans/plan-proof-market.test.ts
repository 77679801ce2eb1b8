import { expect, test } from 'vitest';
import type { PlanProof } from '#contract/plans-proof.ts';
import type { CandleRow } from '#core/market/columns.ts';
import { bound, clock, detail, identity, known, minutes, proof } from './plan-proof.fixture.ts';
import { type KnownOfPlan, verifyProof } from './plan-proof.ts';
import { verdictOf } from './verdict.ts';

test('a plan is not held against the minutes of another market, and a recording that was moved is no other market', () => {
  const elsewhere = { ...proof, reveal: { state: 'elsewhere' } as const };
  const others = minutes.map(
    ([openTime, ...prices]): CandleRow => [openTime, ...prices.map((one) => one * 2)] as CandleRow,
  );
  const against = (status: KnownOfPlan['identity'], one = elsewhere) =>
    verifyProof(one, { ...known, recorded: null, minutes: others, identity: status, since }, clock());
  let since: number | undefined = proof.startsAt + 1;
  const another = { ...identity, commitment: 'e'.repeat(64), recording: 'e'.repeat(64) };
  for (const other of [another, { exchange: 'binance', instruments: {} }]) {
    expect(against(other)).toMatchObject({ matches: true, notCompared: ['marketElsewhere', 'recordingElsewhere'] });
    expect(verdictOf(against(other))).toBe('partly');
  }
  // A market that played already when the plan began was the plan’s, whatever its proof says.
  for (since of [undefined, proof.startsAt]) {
    expect(against(another).differences).toContainEqual(expect.objectContaining({ between: 'market' }));
  }
  since = proof.startsAt + 1;
  const moved = [
    { ...identity, startsAt: identity.startsAt + 86_400_000 },
    { ...identity, recording: 'e'.repeat(64) },
    { ...identity, commitment: 'e'.repeat(64) },
    null,
  ];
  for (const same of moved)
    expect(against(same).differences).toContainEqual(expect.objectContaining({ between: 'market' }));
});

test('a plan of an exchange is held against the minutes of that exchange alone', () => {
  const market = { source: 'exchange', label: 'Binance', exchange: 'binance', instrument: 'ETH/USDT:USDT' } as const;
  const traded: PlanProof = { ...bound({ market }), reveal: null };
  const page = { ...detail, market: traded.market, marketHash: traded.marketHash };
  const others = minutes.map(([openTime, ...prices]) => [openTime, ...prices.map((one) => one * 2)] as CandleRow);
  const against = (exchange: string) =>
    verifyProof(
      traded,
      {
        ...{ ...known, shown: page, kept: null, recorded: null, minutes: others },
        ...{ identity: { exchange, instruments: {} }, since: traded.startsAt + 1 },
      },
      clock(),
    );
  expect(against('kraken')).toMatchObject({ matches: true, notCompared: ['kept', 'marketElsewhere'] });
  expect(against('binance').differences).toContainEqual(expect.objectContaining({ between: 'market' }));
});
