import { bug, mutantsOf } from '../mutant.ts';

/** What the phone checks, reads again, keeps and draws. */
export const phoneRules = mutantsOf('web', [
  {
    file: 'web/boot.ts',
    tests: ['web/boot.test.ts'],
    bugs: [
      bug(
        'An app that could not be loaded is shown as not loaded only while the device is online',
        "import('./main.tsx').catch(showNotLoaded);",
        "import('./main.tsx').catch(() => {\n  if (navigator.onLine) showNotLoaded();\n});",
      ),
    ],
  },
  {
    file: 'web/build/compressed.ts',
    tests: ['web/build/compressed.test.ts'],
    bugs: [
      bug(
        'The gzip file of an asset holds Brotli data',
        'await promisify(gzip)(content, { level: 9 })',
        'await promisify(brotliCompress)(content, { params })',
      ),
    ],
  },
  {
    file: 'web/features/donations/charity-check.ts',
    tests: ['web/features/donations/charity-check.test.ts'],
    bugs: [
      bug(
        'A disbursement at the very moment up to which the charity is checked is left out, and the check reports a difference',
        'one.at <= to)',
        'one.at < to)',
      ),
    ],
  },
  {
    file: 'web/features/identity/factors/authenticator-setup.tsx',
    tests: ['web/features/identity/factors/authenticator-presses.test.tsx'],
    bugs: [
      bug(
        'The QR code for the authenticator app holds the bare secret, which no app can read as an account',
        '<QrCode text={drawn.data.address}',
        '<QrCode text={drawn.data.secret}',
      ),
    ],
  },
  {
    file: 'web/features/limits/exclusion-card.tsx',
    tests: ['web/features/limits/limits-presses.test.tsx'],
    bugs: [
      bug(
        'The dialog for prolonging a self-exclusion names an end counted from now, although the running exclusion ends later',
        'excluding(exclusion, days, now).endsAt',
        'excluding(null, days, now).endsAt',
      ),
    ],
  },
  {
    file: 'web/features/plans/plan-proof.ts',
    tests: ['web/features/plans/plan-proof.test.ts'],
    bugs: [
      bug(
        "A plan's check says that it was compared with the published recording though the recording was not there",
        "proof.reveal?.state === 'revealed' && recorded !== null,",
        "proof.reveal?.state === 'revealed',",
      ),
      bug(
        'A difference in the shortfall is shown in millionths of a USDT instead of USDT',
        "const isMoney = field === 'income' || field === 'shortfall';",
        "const isMoney = field === 'income';",
      ),
    ],
  },
  {
    file: 'web/features/plans/sent-plan.ts',
    tests: ['web/features/plans/sent-plan.test.ts'],
    bugs: [
      bug(
        'A plan that the server placed at another level is not noticed when its receipt names the level that was sent',
        'const levels = [plan.level, receipt?.plan.level ?? plan.level];',
        'const levels = [receipt?.plan.level ?? plan.level];',
      ),
    ],
  },
  {
    file: 'web/features/plans/use-trading-choices.ts',
    tests: ['web/features/plans/plan-desk-presses.test.tsx'],
    bugs: [
      bug(
        'The trading screen forgets the coin that the member had chosen there and opens on the first coin',
        'isCoinIn(search) || isCoinIn(before) ? named',
        'isCoinIn(search) ? named',
      ),
    ],
  },
  {
    file: 'web/features/ranking/top-cards.tsx',
    tests: ['web/features/ranking/ranking-presses.test.tsx'],
    bugs: [
      bug(
        'The three market cards of the home page keep the prices of the first load until the coin changes',
        '    </Go>\n  );\n});',
        '    </Go>\n  );\n}, (before, after) => before.row.coin === after.row.coin);',
      ),
    ],
  },
  {
    file: 'web/features/rounds/queries.ts',
    tests: ['web/features/rounds/queries.test.tsx'],
    bugs: [
      bug(
        'A void round that is not paid yet is not polled at the paying pace',
        "(state === 'drawn' || state === 'void') && !isPaid",
        "state === 'drawn' && !isPaid",
      ),
      bug(
        'Round orders: the last page is asked for again past the end',
        'from >= count) return',
        'from > count) return',
      ),
    ],
  },
  {
    file: 'web/features/support/outbox.ts',
    tests: ['web/features/support/outbox.test.ts'],
    bugs: [
      bug(
        'A message whose uploaded image is gone and has no picture on this phone any more is sent again without its image, instead of being shown as a problem',
        'message.image !== null && message.picture !== null;',
        'message.image !== null;',
      ),
    ],
  },
  {
    file: 'web/platform/api/use-form-fields.ts',
    tests: ['web/platform/api/use-form-fields.test.tsx', 'web/features/identity/registration-presses.test.tsx'],
    bugs: [
      bug(
        'A refusal without a field leaves the old field errors',
        'if (refused === undefined) errors.show({});',
        'if (refused === undefined) return;',
      ),
    ],
  },
  {
    file: 'web/prerender/style-attributes.ts',
    tests: ['web/prerender/style-attributes.test.ts'],
    bugs: [
      bug(
        'Apostrophes in style attributes stay encoded in the style sheet of the prerendered page, whose rule is then invalid',
        '/&(amp|lt|gt|quot|#x27);/g',
        '/&(amp|lt|gt|quot);/g',
      ),
    ],
  },
  {
    file: 'web/ui/chart/chart-times.ts',
    tests: ['web/ui/chart/chart-times.test.ts'],
    bugs: [
      bug(
        'The time at the cross hair of a chart is in the device’s time zone, not in the member’s',
        "const full = inLanguage({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });",
        "const full = new Intl.DateTimeFormat(languageTag, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });",
      ),
    ],
  },
]);
