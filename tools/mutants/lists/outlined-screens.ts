import { bug, mutantsOf } from '../mutant.ts';

/** What a screen shows of one state. */
export const outlinedScreens = mutantsOf('screens', [
  {
    file: 'web/pages/home-more.tsx',
    tests: ['web/pages/outlines-home.test.tsx'],
    bugs: [
      bug(
        'The card with the uptime of the components is missing from the home screen',
        "import { UptimeCard } from '#web/features/home/uptime-card.tsx';\nimport { FirstSteps } from './first-steps.tsx';\n\n/** The home screen below the ranking, loaded after its top. */\nexport function HomeMore(): ReactNode {\n  return (\n    <>\n      <IntroVideo />\n      <EarningsCard />\n      <TrainingCard />\n      <UptimeCard />\n",
        "import { FirstSteps } from './first-steps.tsx';\n\n/** The home screen below the ranking, loaded after its top. */\nexport function HomeMore(): ReactNode {\n  return (\n    <>\n      <IntroVideo />\n      <EarningsCard />\n      <TrainingCard />\n",
      ),
    ],
  },
  {
    file: 'web/pages/notices.tsx',
    tests: ['web/pages/outlines-content.test.tsx'],
    bugs: [
      bug(
        'A visitor sees the link to the settings of notifications on the page of notices',
        'aside={isMember ? <SettingsLink /> : undefined}',
        'aside={<SettingsLink />}',
      ),
    ],
  },
  {
    file: 'web/operator/sections/health.tsx',
    tests: ['web/operator/sections/outlines-health.test.tsx'],
    bugs: [
      bug(
        'A degraded component is not marked in the console’s table of components',
        "tone={now === 'up' ? 'plain' : 'danger'}",
        "tone={now === 'down' ? 'danger' : 'plain'}",
      ),
    ],
  },
  {
    file: 'web/operator/sections/member-account.tsx',
    tests: ['web/operator/sections/outlines-members.test.tsx'],
    bugs: [
      bug(
        "The member's facts show the nickname as the number",
        "[t('members.number'), member.number]",
        "[t('members.number'), member.nickname]",
      ),
    ],
  },
  {
    file: 'web/features/plans/level-head.tsx',
    tests: ['web/pages/outlines-trading.test.tsx'],
    bugs: [
      bug(
        'A level that is locked by the balance has no lock mark',
        '{level.lockedBy && <Icon',
        "{level.lockedBy === 'weight' && <Icon",
      ),
    ],
  },
  {
    file: 'web/operator/sections/approval-decision.tsx',
    tests: ['web/operator/sections/outlines-money.test.tsx'],
    bugs: [
      bug(
        'An operator who may refuse only sees no decision at all',
        'if (mayApprove || mayRefuse) return',
        'if (mayApprove) return',
      ),
    ],
  },
]);
