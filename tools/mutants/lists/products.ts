import { bug, mutantsOf } from '../mutant.ts';

/** What operators change of the products' offers. */
export const products = mutantsOf('operators', [
  {
    file: 'server/features/products/ask-for-change.ts',
    tests: ['server/test/product-changes.test.ts'],
    bugs: [
      bug('a change that is sent twice is asked for twice', '    if (same) return same.id;\n', ''),
      bug(
        'two operators who ask for the same are one',
        'waitingChanges(within, readAtOnceMax, wallNow(), by.operator)',
        'waitingChanges(within, readAtOnceMax, wallNow())',
      ),
    ],
  },
  {
    file: 'core/products/offers.ts',
    tests: ['core/products/offers.test.ts', 'server/test/product-offers.test.ts'],
    bugs: [
      bug(
        'a rate that was decided on is not offered',
        'change.dailyRatePpm ?? product.dailyRatePpm',
        'product.dailyRatePpm',
      ),
      bug('a band ends where the next begins', 'next - 1', 'next'),
      bug('two levels open at one score', 'one > (weightMins[place - 1] ?? 0)', 'one >= (weightMins[place - 1] ?? 0)'),
    ],
  },
  {
    file: 'core/products/coming.ts',
    tests: ['core/products/offers.test.ts'],
    bugs: [bug('what comes is listed after it holds', 'moment > timeMs', 'moment >= timeMs')],
  },
  {
    file: 'server/features/financing/subscribe.ts',
    tests: ['server/test/product-offers.test.ts'],
    bugs: [
      bug(
        'a subscription is bought at another rate than was read',
        'rate !== undefined && rate !== terms.dailyRatePpm',
        'rate !== undefined && rate === -1',
      ),
    ],
  },
]);
