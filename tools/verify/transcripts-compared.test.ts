import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { roundTranscriptSchema } from '#contract/transcripts.ts';
import { installedOn, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import { fairnessVectors } from './fairness-vectors.ts';
import { candles, file, ours, pathOf, programs, removeFiles, vector } from './transcript-programs.fixture.ts';

afterAll(removeFiles);

const round = vector('round.v1.json');
const ordersFiles = [pathOf('orders-rest.v1.json'), pathOf('orders-first.v1.json')];
/** Of ours each file is named by its option. */
const ordersFor = (program: typeof ours): string[] =>
  program === ours ? ordersFiles.flatMap((name) => ['--orders', name]) : ['--orders', ...ordersFiles];
const needCandles = Object.keys(fairnessVectors).filter(
  (name) =>
    /"(status|rounds)": /.test(JSON.stringify(vector(name), null, 1)) &&
    JSON.stringify(vector(name)).includes('"candles"'),
);

test('a round on the market whose candles were compared with nothing is not called sound without a word', async () => {
  expect(needCandles).toContain('round.v1.json');
  expect(needCandles).toContain('day.v1.json');
  for (const name of needCandles) {
    for (const program of programs) {
      const { status, output } = await program(file(vector(name)));
      expect(status, name).toBe(3);
      expect(output).toMatch(/candles of \d+ rounds were compared with nothing/);
    }
  }
  // Candles of another minute say nothing about these.
  for (const program of programs) {
    const others = file(vector<unknown[]>('candles.v1.json').slice(-3), 'others.json');
    expect((await program(file(round), '--candles', others)).status).toBe(3);
  }
});

test('the candles are read as the server answers, whole, and as that answer without what is around it', async () => {
  const closed = vector<unknown[]>('candles.v1.json');
  for (const [name, info] of [
    ['whole.json', { status: true, info: closed, url: '' }],
    ['alone.json', closed],
  ] as const) {
    for (const program of programs) {
      expect(await program(file(round), '--candles', file(info, name))).toMatchObject({ status: 0 });
    }
  }
});

test('a candle that was changed before the round was drawn is found by the candles from elsewhere, and by them alone', async () => {
  const number = (installedOn + 2) * 288 + 100;
  const { beacon } = transcriptOf(number);
  if (beacon?.kind !== 'market') throw new Error('another kind');
  const changed = beacon.candles.map((one) =>
    one.coin === 'BTC' ? { ...one, candle: { ...one.candle, volume: 12.625 } } : one,
  );
  const forged = file(
    z.encode(roundTranscriptSchema, transcriptOf(number, { beacon: { kind: 'market', candles: changed } })),
  );
  for (const program of programs) {
    expect((await program(forged)).status).toBe(3);
    const { status, output } = await program(forged, ...candles);
    expect(status).toBe(1);
    expect(output).toContain('market.BTC: ');
    expect(output).not.toContain('market.ETH: ');
  }
});

test('the orders that a transcript does not list come as pages: root and sums are computed from them, exactly', async () => {
  const unlisted = vector<{ payments: Record<string, { paid: string }> }>('round-unlisted.v1.json');
  const [category = ''] = Object.entries(unlisted.payments).find(([, { paid }]) => Number(paid) > 0) ?? [];
  const { [category]: own } = unlisted.payments;
  const paid = `${own?.paid.slice(0, -1)}${(Number(own?.paid.at(-1)) + 9) % 10}`;
  const lessPaid = { ...unlisted, payments: { ...unlisted.payments, [category]: { ...own, paid } } };
  const first = vector<{ leaves: object[] }>('orders-first.v1.json');
  const [one, ...others] = first.leaves;
  const altered = file({ ...first, leaves: [{ ...one, category: 'red' }, ...others] }, 'altered.json');
  for (const program of programs) {
    const words = [...candles, ...ordersFor(program)];
    expect(await program(file(unlisted), ...words)).toMatchObject({ status: 0 });
    // A unit less stays within what the sums leave open, and not within the list.
    expect((await program(file(lessPaid), ...candles)).status).toBe(0);
    expect(await program(file(lessPaid), ...words)).toMatchObject({
      status: 1,
      output: expect.stringContaining(`payments.${category}.paid`),
    });
    const withAltered = [...candles, '--orders', altered, '--orders', pathOf('orders-rest.v1.json')];
    expect(await program(file(unlisted), ...withAltered)).toMatchObject({
      status: 1,
      output: expect.stringContaining('closing.root'),
    });
    for (const missing of [pathOf('orders-first.v1.json'), pathOf('orders-rest.v1.json')]) {
      expect((await program(file(unlisted), ...candles, '--orders', missing)).status).toBe(2);
    }
  }
});

test('the way of an order to the root is held against what was published and kept', async () => {
  const order = vector<{ digest: string; order: object }>('order.v1.json');
  for (const program of programs) {
    const kept = (digest: string) => (program === ours ? ['--digest', digest] : [digest]);
    expect(await program(file(order), ...kept(order.digest))).toMatchObject({ status: 0 });
    expect(await program(file(order), ...kept('ab'.repeat(32)))).toMatchObject({ status: 1 });
    expect(await program(file({ ...order, order: { ...order.order, stake: '2.000000' } }))).toMatchObject({
      status: 1,
    });
    expect(await program(file({ ...order, digest: 'ab'.repeat(32) }))).toMatchObject({ status: 1 });
  }
});
