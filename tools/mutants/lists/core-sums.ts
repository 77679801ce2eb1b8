import { bug, type MutatedFile } from '../mutant.ts';

/** What is recomputed from sums, reveals and fingerprints alone. */
export const coreSums: readonly MutatedFile[] = [
  {
    file: 'core/rewards/result-hash.ts',
    tests: ['core/rewards/result-hash.test.ts'],
    bugs: [
      bug(
        'the fingerprint of a plan leaves out what its earlier rounds left',
        'const before = rounds[place - 1]?.running ?? 0;',
        'const before = 0;',
      ),
    ],
  },
  {
    file: 'core/plans/replay-reveal.ts',
    tests: ['core/plans/replay-reveal.test.ts'],
    bugs: [
      bug(
        'a reveal that lacks its last played day is sound',
        'Math.max(played.length, computed.length)',
        'Math.min(played.length, computed.length)',
      ),
    ],
  },
  {
    file: 'core/money/amount.ts',
    tests: ['core/money/amount.test.ts'],
    bugs: [
      bug(
        'a loss that is shown short is rounded away from zero',
        '(value - (value % unit)) as Amount<A>',
        '(value < 0n && value % unit !== 0n ? value - (value % unit) - unit : value - (value % unit)) as Amount<A>',
      ),
    ],
  },
  {
    file: 'core/products/offers.ts',
    tests: ['core/products/offers.test.ts'],
    bugs: [
      bug(
        'weight bands of another number of levels hold',
        'change.effectiveFrom <= timeMs && change.weightMins.length === shipped.length - 1;',
        'change.effectiveFrom <= timeMs;',
      ),
    ],
  },
  {
    file: 'core/fairness/verify-payments.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [
      bug(
        "a round's sums may pay a category without orders",
        'if (count === 0 || !wins(category, digits)) return nothing;',
        'if (count === 0) return claimed;\n  if (!wins(category, digits)) return nothing;',
      ),
      bug(
        "a void round's sums may return less than its stakes",
        '  if (digits === null) return { paid: stake, charity: noUsdt };\n  if (count',
        '  if (digits === null) return claimed;\n  if (count',
      ),
    ],
  },
  {
    file: 'core/withdrawals/names.ts',
    tests: ['core/withdrawals/rules.test.ts'],
    bugs: [bug('a name with a hyphen is another one than with a space', "/[.,'’·-]/gu", "/[.,'’·]/gu")],
  },
  {
    file: 'core/fairness/verify-round.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [bug("a round's beacon may name a coin twice", '[...new Set(named)].sort()', 'named.toSorted()')],
  },
];
