import { bug, mutantsOf } from '../mutant.ts';

const primitives = ['web/ui/primitives.test.tsx'];
const team = ['web/features/invitations'];

/** What every screen is made of, and the team. */
export const screenParts = mutantsOf('screens', [
  {
    file: 'web/ui/feedback/loaded.tsx',
    tests: primitives,
    bugs: [
      bug(
        'a failed read is a placeholder for ever',
        'if (problem !== null) return',
        'if (problem === null && query.error) return',
      ),
      bug(
        'a read that fails again hides what is known',
        'if (query.data !== undefined) return children(query.data);',
        'if (query.data !== undefined && query.error === null) return children(query.data);',
      ),
    ],
  },
  {
    file: 'web/platform/api/problem-text.ts',
    tests: primitives,
    bugs: [
      bug(
        'a refusal’s words are not shown',
        'if (locale === null || locale === localeStore.locale()) return info;',
        '',
      ),
      bug('a refusal keeps the language it came in', 'locale === null || locale === localeStore.locale()', 'true'),
      bug('a session that is over is an error on the page', 'if (error instanceof SessionOver) return null;', ''),
      bug(
        'a timeout is told as an unreadable answer',
        'translate(`shell.${error.kind}`)',
        "translate(`shell.${error.kind === 'timeout' ? 'unreadable' : error.kind}`)",
      ),
    ],
  },
  {
    file: 'web/ui/layout/paged-list.tsx',
    tests: primitives,
    bugs: [
      bug('only the first page is shown', 'pages.flatMap(itemsOf)', 'pages.slice(0, 1).flatMap(itemsOf)'),
      bug('an empty list is blank', 'items.length === 0 ? empty', 'items.length < 0 ? empty'),
      bug('more is offered where there is none', '{list.hasNextPage ? (', '{list.data ? ('),
    ],
  },
  {
    file: 'web/ui/layout/list-end.tsx',
    tests: primitives,
    bugs: [bug('the end is said where there is more', "more ? '' : endText", 'endText')],
  },
  {
    file: 'web/ui/figure/amounts.tsx',
    tests: primitives,
    bugs: [
      bug(
        'amounts have the colour of results',
        "sign === 'always' ? toneOf(text) : 'none'}>\n      {text}\n    </Figure>\n  );\n}\n\ninterface PercentProps",
        'toneOf(text)}>\n      {text}\n    </Figure>\n  );\n}\n\ninterface PercentProps',
      ),
      bug(
        'an amount has always its sign',
        "sign = 'negative', ...drawn }: MoneyProps",
        "sign = 'always', ...drawn }: MoneyProps",
      ),
      bug('percents have no sign', "decimals = 2, sign = 'always'", "decimals = 2, sign = 'negative'"),
    ],
  },
  {
    file: 'web/ui/figure/figure.tsx',
    tests: primitives,
    bugs: [
      bug(
        'a figure’s source is the ledger',
        'className={classNames(names, styles.own)}\n      data-source={source}',
        'className={classNames(names, styles.own)}\n      data-source="ledger"',
      ),
      bug('a sample has no mark', '      <SourceMark source={source} />\n      {number}', '      {number}'),
    ],
  },
  {
    file: 'web/ui/form/field.tsx',
    tests: primitives,
    bugs: [
      bug('an error does not take the hint’s place', 'const note = error ?? hint;', 'const note = hint ?? error;'),
      bug(
        'a wrong field is not told to screen readers',
        'aria-invalid={error ? true : undefined}',
        'aria-invalid={undefined}',
      ),
      bug('a label belongs to no field', 'htmlFor={id}', 'htmlFor={name}'),
      bug(
        'the note of a field is not its description',
        'aria-describedby={note ? noteId : undefined}',
        'aria-describedby={note ? id : undefined}',
      ),
    ],
  },
  {
    file: 'web/ui/form/password-field.tsx',
    tests: primitives,
    bugs: [bug('a password can be read at first', 'useState(false)', 'useState(true)')],
  },
  {
    file: 'web/ui/form/segmented.tsx',
    tests: primitives,
    bugs: [
      bug(
        'every segment is pressed but the chosen one',
        'aria-pressed={segment.value === value}',
        'aria-pressed={segment.value !== value}',
      ),
    ],
  },
  {
    file: 'web/ui/form/button.tsx',
    tests: primitives,
    bugs: [bug('a busy button does not say so', 'aria-busy={busy || undefined}', 'aria-busy={undefined}')],
  },
  {
    file: 'web/ui/proof/check-steps.tsx',
    tests: primitives,
    bugs: [
      bug('a step that differs holds', 'differences.length === 0', 'differences.length >= 0'),
      bug('a check that failed is no alert', "isSame ? 'status' : 'alert'", "'status'"),
    ],
  },
  {
    file: 'web/ui/proof/compared-values.tsx',
    tests: primitives,
    bugs: [bug('two values that differ are shown as the same', '{computed[1]}', '{claimed[1]}')],
  },
  {
    file: 'web/ui/layout/hash.tsx',
    tests: primitives,
    bugs: [bug('what is not published yet is blank', '{value === null ? missing :', '{value === null ? null :')],
  },
  {
    file: 'web/features/invitations/team-row.tsx',
    tests: team,
    bugs: [
      bug(
        'a member earned as often as there are milestones',
        'rewards.reduce((sum, { points }) => sum + points, 0)',
        'rewards.length',
      ),
      bug('a milestone was reached when the member joined', '{format.dayTime(at)}', '{format.dayTime(joinedAt)}'),
    ],
  },
  {
    file: 'web/features/invitations/reward-table.tsx',
    tests: team,
    bugs: [
      bug('each level earns as the first', 'teamRules.points[milestone][level]', 'teamRules.points[milestone][1]'),
    ],
  },
  {
    file: 'web/features/invitations/team-card.tsx',
    tests: team,
    bugs: [
      bug('figures of a level are those of the first', 'each.level === level)', 'each.level !== level)'),
      bug('a team is celebrated that nobody has joined', 'joined === 0 ? null', 'joined !== 0 ? null'),
    ],
  },
  {
    file: 'web/features/invitations/landing.tsx',
    tests: team,
    bugs: [
      bug(
        'an invitation that loads is said to have failed',
        'if (inviter.data === undefined && inviter.error === null) return',
        'if (false) return',
      ),
    ],
  },
  {
    file: 'web/features/support/message.tsx',
    tests: ['web/features/support/message.test.tsx'],
    bugs: [
      bug(
        'an answer with one help text says that there is none',
        "articles.length > 0 ? 'support",
        "articles.length > 1 ? 'support",
      ),
      bug('one help text alone is not shown', 'articles.length > 0 ? links', 'articles.length > 1 ? links'),
    ],
  },
  {
    file: 'web/ui/form/factor-field.tsx',
    tests: ['web/features/security'],
    bugs: [bug('the field of a second factor says nothing of its codes', "hint ?? t('identity.factorHint')", 'hint')],
  },
  {
    file: 'web/pages/withdrawal-password.tsx',
    tests: ['web/features/security'],
    bugs: [bug('a withdrawal password that is set cannot be forgotten', '{isSet ? (', '{!isSet ? (')],
  },
  {
    file: 'web/operator/sections/health.tsx',
    tests: ['web/operator/sections/measured.test.tsx'],
    bugs: [
      bug(
        'an overdue job is said to be on time',
        "isOverdue ? 'health.overdue' : 'health.inTime'",
        "isOverdue ? 'health.inTime' : 'health.overdue'",
      ),
    ],
  },
]);
