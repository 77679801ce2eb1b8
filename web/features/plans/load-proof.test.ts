import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { playedDaysMax } from '#contract/plans-proof.ts';
import { answerBytesMax } from '#web/platform/api/bounded-call.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { translate } from '#web/platform/i18n/text.ts';
import { session } from '#web/platform/session/session.ts';
import { loadProof } from './load-proof.ts';
import { proofFailureText } from './proof-failure-text.ts';

function workedProof(name: string) {
  const file = new URL(`../../public/verify/${name}.v1.json`, import.meta.url);
  const { worked: _, ...proof } = JSON.parse(readFileSync(file, 'utf8'));
  return proof;
}
const proof = workedProof('plan-trend-1');

beforeAll(async () => {
  session.setLocale('en');
  await localeStore.load();
  await localeStore.loadMore();
});

afterEach(() => vi.unstubAllGlobals());

const proofBytesMax = answerBytesMax.planProof;
const load = () => loadProof('8QK2', new AbortController().signal);

function respondWith(body: BodyInit): void {
  vi.stubGlobal('fetch', async () => new Response(body));
}

const bodyOf = (url: unknown): string => JSON.stringify({ status: true, info: '', url });

/** What the member reads where this body comes in place of a proof. */
async function messageFor(body: BodyInit): Promise<string> {
  respondWith(body);
  return load().then(
    () => 'accepted',
    (error: unknown) => proofFailureText(translate, error),
  );
}

const unreadable = (reason: string) => `This proof cannot be read, and nothing of it was used: ${reason}`;

test('a proof of the contract’s form is loaded, its amounts as exact numbers', async () => {
  respondWith(bodyOf(proof));
  expect(await load()).toMatchObject({ plan: proof.plan, amount: 123_456_789n, candles: proof.candles });
});

test('a proof over the limit is broken off while it comes, and one of exactly the limit is read', async () => {
  let sent = 0;
  const part = new TextEncoder().encode(' '.repeat(1_000_000));
  const endless = new ReadableStream({
    pull(controller) {
      sent += part.length;
      controller.enqueue(part);
    },
  });
  expect(await messageFor(endless)).toBe(unreadable(`> ${proofBytesMax} B`));
  expect(sent).toBeLessThanOrEqual(proofBytesMax + 3 * part.length);
  const body = bodyOf(proof);
  const filled = body.padEnd(proofBytesMax - (new TextEncoder().encode(body).length - body.length));
  expect(await messageFor(filled)).toBe('accepted');
  expect(await messageFor(`${filled} `)).toBe(unreadable(`> ${proofBytesMax} B`));
});

test('a field too many is named, wherever it stands', async () => {
  expect(await messageFor(bodyOf({ ...proof, bonus: 1 }))).toBe(unreadable('bonus: unrecognized_keys'));
  const terms = { ...proof.terms, bonus: 1 };
  expect(await messageFor(bodyOf({ ...proof, terms }))).toBe(unreadable('terms.bonus: unrecognized_keys'));
  const market = { ...proof.market, market: { ...proof.market.market, bonus: 1 } };
  expect(await messageFor(bodyOf({ ...proof, market }))).toBe(unreadable('market.market.bonus: unrecognized_keys'));
});

test('a proof that names more played days than a plan can have asks for none of them', async () => {
  const replayed = workedProof('plan-replay');
  const [day] = replayed.reveal.played;
  const of = (count: number) => ({ ...replayed, reveal: { ...replayed.reveal, played: Array(count).fill(day) } });
  expect(await messageFor(bodyOf(of(playedDaysMax)))).toBe('accepted');
  expect(await messageFor(bodyOf(of(playedDaysMax + 1)))).toBe(unreadable('reveal.played: too_big'));
});

test('a field that is missing or no number is named', async () => {
  const { leverage: _leverage, ...terms } = proof.terms;
  expect(await messageFor(bodyOf({ ...proof, terms }))).toBe(unreadable('terms.leverage: invalid_type'));
  const candles = [['x', ...proof.candles[0].slice(1)], ...proof.candles.slice(1)];
  expect(await messageFor(bodyOf({ ...proof, candles }))).toBe(unreadable('candles.0.0: invalid_type'));
  // A number beyond the range of doubles is Infinity to every reader of JSON.
  const beyond = bodyOf({ ...proof, candles: [] }).replace('"candles":[]', '"candles":[[1e999,1,1,1,1,1]]');
  expect(await messageFor(beyond)).toBe(unreadable('candles.0.0: invalid_type'));
});

test('what is no JSON is not read: cut off, NaN, or a page of a proxy', async () => {
  const body = bodyOf(proof);
  const nan = body.replace('"lookback":48', '"lookback":NaN');
  expect(nan).not.toBe(body);
  for (const broken of [body.slice(0, -1), nan, '<html></html>', '']) {
    const message = await messageFor(broken);
    expect(message).toMatch(/^This proof cannot be read, and nothing of it was used: .+JSON/);
  }
});

test('a failure that is not the proof’s does not blame it', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const error = await load().catch((thrown: unknown) => thrown);
  expect(proofFailureText(translate, error)).toBe('The proof could not be loaded');
});
