import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { hasPython, runPython } from './python.fixture.ts';
import { publishedFor, vectorsFolder } from './vectors.ts';

/**
 * Mistakes that somebody makes who writes a program from the rule page: each has to fail one of the worked examples. Three that
 * are none are left out: 2 * leverage * feeRate in another order (doubling is exact), a fused multiply-add in the gain (leverage times
 * move is exact as long as it is below 1), and a price without its least tick (half a tick is the least that a factor makes, and
 * rounds up).
 */
type Program = 'plan' | 'quote' | 'replay' | 'round';

const bugs: readonly (readonly [what: string, program: Program, right: string, wrong: string])[] = [
  [
    'a fused multiply-add in the squares',
    'plan',
    'squares = squares + e * e',
    'squares = float(exact(squares) + exact(e) * exact(e))',
  ],
  ['the fee of the opening alone', 'plan', '2 * leverage * terms["feeRate"]', 'leverage * terms["feeRate"]'],
  ['one sum over 48 closes', 'plan', 'slow = (older + recent) / 48', 'slow = in_one(closes[n - 48 : n]) / 48'],
  ['the deviation of a sample', 'plan', 'variance = squares / 36', 'variance = squares / 35'],
  ['reversion that is never short', 'plan', 'return -1 if distance > 0 else 1', 'return 1'],
  ['a loss bound that must be passed', 'plan', 'if worst <= -maximum_loss:', 'if worst < -maximum_loss:'],
  ['a profit bound that must be passed', 'plan', 'if best >= maximum_profit:', 'if best > maximum_profit:'],
  [
    'the profit before the loss',
    'plan',
    'if worst <= -maximum_loss:',
    'if worst <= -maximum_loss and best < maximum_profit:',
  ],
  ['an income to the nearest millionth', 'plan', 'math.trunc(float(amount) * ratio)', 'round(float(amount) * ratio)'],
  [
    'an income to the millionth below',
    'plan',
    'math.trunc(float(amount) * ratio)',
    'math.floor(float(amount) * ratio)',
  ],
  ['a position that outlives a flat round', 'plan', 'position = direction\n', 'position = direction or position\n'],
  ['a shortfall without its fee', 'plan', '-maximum_loss - (running - fee)', '-maximum_loss - running'],
  [
    'no least distance from the mean',
    'plan',
    'if distance <= mean * 0.003 and distance >= -mean * 0.003:',
    'if distance == 0:',
  ],
  [
    'a least distance that trades when it is met above',
    'plan',
    'if distance <= mean * 0.003 and',
    'if distance < mean * 0.003 and',
  ],
  [
    'a least distance that trades when it is met below',
    'plan',
    'and distance >= -mean * 0.003:',
    'and distance > -mean * 0.003:',
  ],
  ['a candle at the deadline', 'plan', 'if row[OPEN_TIME] < deadline]', 'if row[OPEN_TIME] <= deadline]'],
  ['a deadline that is one candle earlier', 'plan', '= 7 * 86_400_000', '= 7 * 86_400_000 - 300_000'],
  ['a deadline without the rounds', 'plan', 'starts + terms["rounds"] * step', 'starts'],
  ['a percentile between two results', 'quote', '-(-q * len(results) // 100)) - 1]', 'q * len(results) // 100) - 1]'],
  ['a mean of the sorted results', 'quote', '"mean": mean_of(in_time)', '"mean": mean_of(results)'],
  [
    'a flat start that lost',
    'quote',
    '"shareLost": sum(r < 0 for r in results)',
    '"shareLost": sum(r <= 0 for r in results)',
  ],
  ['holding that begins at a close', 'quote', '/ candles[start][OPEN] - 1', '/ candles[start - 1][CLOSE] - 1'],
  ['fees of the starts that earned alone', 'quote', 'opened += sum(', 'opened += found["running"] > 0 and sum('],
  [
    'one start less',
    'quote',
    'in range(lookback, len(candles) - rounds + 1):\n        found',
    'in range(lookback, len(candles) - rounds):\n        found',
  ],
  ['a bar of a result at the maximum profit', 'quote', 'min(BINS - 1, math.floor(', 'min(BINS, math.floor('],
  ['the first candle of the window is too old', 'quote', '> last - HISTORY_MS', '>= last - HISTORY_MS - DAY_MS'],
  [
    'a replay without its days that repeat',
    'quote',
    'if replay is not None:\n        distinct',
    'if False:\n        distinct',
  ],
  [
    'days that repeat to the nearest whole one',
    'quote',
    '2 * replay["recordedDays"] // 3',
    'round(2 * replay["recordedDays"] / 3)',
  ],
  ['days that repeat, rounded up', 'quote', '2 * replay["recordedDays"] // 3', '-(-2 * replay["recordedDays"] // 3)'],
  ['a history that begins after midnight', 'quote', 'if candle[OPEN_TIME] >= first]', 'if candle[OPEN_TIME] > first]'],
  ['a history of sixty days and a candle', 'quote', '> last - HISTORY_MS]', '>= last - HISTORY_MS]'],
  ['a history of a candle less', 'quote', '> last - HISTORY_MS]', '> last - HISTORY_MS + 300_000]'],
  ['29 starts are enough', 'quote', 'if n < STARTS_MIN:', 'if n < STARTS_MIN - 1:'],
  ['a taker pays once', 'quote', '"feeRate": TAKER_FEE_RATE}, candles)', '"feeRate": TAKER_FEE_RATE / 2}, candles)'],
  ['half a tick downwards', 'replay', 'x - below >= 0.5', 'x - below > 0.5'],
  [
    'a half added before the floor',
    'replay',
    'return below + 1 if x - below >= 0.5 else below',
    'return math.floor(x + 0.5)',
  ],
  ['bounds of the factor that must not be met', 'replay', 'not 0.5 <= factor <= 2', 'not 0.5 < factor < 2'],
  ['a break that keeps its factor', 'replay', 'factor = 1.0 if is_break else factor', 'pass'],
  ['noise from a rounded number', 'replay', 'math.trunc(math.fmod(v, 2.0**32))', 'round(math.fmod(v, 2.0**32))'],
  [
    'a factor from the quotient of two prices',
    'replay',
    'rebases[-1][0] * prices[order[day - 1]][1] / prices[origin][0]',
    'rebases[-1][0] * (prices[order[day - 1]][1] / prices[origin][0])',
  ],
  ['orders ascending as texts', 'round', 'sorted(set(numbers))', 'sorted(set(numbers), key=str)'],
  [
    'leaves in the order of their texts',
    'round',
    'for one in orders] or',
    'for one in sorted(orders, key=lambda one: one["id"])] or',
  ],
  ['numbers of orders as doubles', 'round', '    return int(written)\n', '    return int(float(written))\n'],
  ['another root without orders', 'round', '] or [EMPTY]', '] or [sha256(b"")]'],
  ['a drand round that is out at closing', 'round', '// 3_000 + 2)', '// 3_000 + 1)'],
  [
    'a signature that is not hashed',
    'round',
    'return sha256(bytes.fromhex(beacon["signature"]))',
    'return bytes.fromhex(beacon["signature"])',
  ],
  [
    'digits that begin anew with another block',
    'round',
    '                return digits\n        block = mac(key, block)',
    '                return digits\n        digits, block = [], mac(key, block)',
  ],
  [
    'a number of the first four bytes alone',
    'round',
    'in struct.iter_unpack(">I", block)',
    'in list(struct.iter_unpack(">I", block))[:1]',
  ],
  ['digits of every byte', 'round', 'if byte < 250:', 'if byte < 256:'],
  ['numbers of every four bytes', 'round', 'if word < 4_294_000_000:', 'if word < 4_294_967_296:'],
  ['little-endian numbers of four bytes', 'round', '">I"', '"<I"'],
  ['big-endian candles', 'round', '"<6d"', '">6d"'],
  ['a beacon without its coins', 'round', 'coin.encode("ascii") + b" " + struct.pack', 'struct.pack'],
  ['a seed hashed once too little', 'round', 'for _ in range(place + 1):', 'for _ in range(place):'],
  ['an odd level that is completed by its last node', 'round', 'level += [EMPTY]', 'level += level[-1:]'],
  ['leaves without their mark', 'round', 'sha256(b"\\x00", ', 'sha256('],
  ['stakes without six decimals', 'round', '% 1_000_000:06}', '% 1_000_000}'],
  [
    'a winning amount to the nearest millionth',
    'round',
    'winning = stake * 1_000 // WINNING[name]\n',
    'winning = round(stake * 1_000 / WINNING[name])\n',
  ],
  [
    'a charity on top',
    'round',
    'return winning - winning // 10_000, winning // 10_000',
    'return winning, winning // 10_000',
  ],
  [
    'a payment rounded once for all orders',
    'round',
    '[payout(name, stake) for stake in stakes]',
    '[payout(name, sum(stakes))]',
  ],
  ['a draw without the account', 'round', ' + transcript["username"].lower().encode("utf-8")', ''],
  ['a draw by the account as written', 'round', '["username"].lower()', '["username"]'],
  ['entries from zero', 'round', 'struct.pack(">Q", at + 1)', 'struct.pack(">Q", at)'],
];

/** What the planted bugs use. */
const helpers = `
from fractions import Fraction as exact
def in_one(values):
    total = 0.0
    for value in values:
        total = total + value
    return total
`;

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-bugs-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** How many mistakes each example has shown so far. */
const shown = new Map<string, number>();

const folder = fileURLToPath(vectorsFolder);
const examples = (program: Program) =>
  readdirSync(folder)
    .filter(
      (name) =>
        (name.startsWith(program) || (program === 'round' && name.startsWith('draws'))) &&
        name !== 'replay-days.v1.json',
    )
    .map((name) => join(folder, name))
    // A mistake that a small file shows need not be looked for in a large one; what has shown many shows the next one soonest.
    .sort((one, other) => (shown.get(other) ?? 0) - (shown.get(one) ?? 0) || statSync(one).size - statSync(other).size);

/** Whether a program finds an example not to match. Each is given to it alone, up to the first. */
async function fails(program: Program, source: string): Promise<boolean> {
  for (const name of ['verify_json.py', 'verify_plan.py', 'verify_replay.py'])
    copyFileSync(join(import.meta.dirname, name), join(scratch, name));
  const path = join(scratch, `verify_${program}.py`);
  writeFileSync(path, source);
  const given = (example: string) => [example, ...(program === 'round' ? publishedFor(example) : [])];
  for (const example of examples(program)) {
    const { status } = await runPython(path, ...given(example));
    if (status === 0) continue;
    shown.set(example, (shown.get(example) ?? 0) + 1);
    return true;
  }
  return false;
}

describe.skipIf(!hasPython)('a program with a mistake (needs python3)', () => {
  const sourceOf = (program: string) => readFileSync(join(import.meta.dirname, `verify_${program}.py`), 'utf8');

  test.each(bugs)('is found by an example: %s', async (_what, program, right, wrong) => {
    const source = sourceOf(program);
    expect(source.split(right)).toHaveLength(2);
    const faulty = source.replace(right, wrong).replace(/\nimport sys\n/, `\nimport sys\n${helpers}`);
    expect(await fails(program, faulty)).toBe(true);
  });

  test('and the helpers of these bugs are none', async () => {
    for (const program of ['plan', 'quote', 'replay', 'round'] as const) {
      expect(await fails(program, sourceOf(program).replace(/\nimport sys\n/, `\nimport sys\n${helpers}`))).toBe(false);
    }
  });
});
