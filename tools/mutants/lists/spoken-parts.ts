import { bug, mutantsOf } from '../mutant.ts';

/** What a reader of screens hears of a screen’s parts. */
export const spokenParts = mutantsOf('screens', [
  {
    file: 'web/features/rounds/replay-card.tsx',
    tests: ['web/features/rounds/replay-presses.test.tsx'],
    bugs: [
      bug(
        'while bets are loaded a reader of screens hears no progress',
        '        <p role="status" className={common.text}>',
        '        <p className={common.text}>',
      ),
    ],
  },
  {
    file: 'web/features/deposits/proof-picker.tsx',
    tests: ['web/features/deposits/deposit-presses.test.tsx'],
    bugs: [bug('the file input of a proof is shown beside its button', '        hidden\n', '')],
  },
  {
    file: 'web/ui/figure/source-mark.tsx',
    tests: ['web/ui/layout/shown-presses.test.tsx'],
    bugs: [bug('the sign of a source has no name', 'role="img" aria-label={t(`figures.${source}Name`)} ', '')],
  },
  {
    file: 'web/ui/layout/value-lines.tsx',
    tests: ['web/features/withdrawals/withdrawals.test.tsx'],
    bugs: [
      bug(
        'values that change while a member types are not read out',
        "aria-live={live ? 'polite' : undefined}",
        'aria-live={undefined}',
      ),
    ],
  },
]);
