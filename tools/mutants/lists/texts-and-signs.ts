import { bug, mutantsOf } from '../mutant.ts';

/** Texts of the operators’ console, icons, and parts of screens that show where one is. */
export const textsAndSigns = mutantsOf('web', [
  {
    file: 'web/features/security/protection-menu.tsx',
    tests: ['web/features/security/security.test.tsx'],
    bugs: [
      bug(
        'while the account is read, withdrawal password and bank card are shown as not set',
        "isSet === undefined ? undefined : t(isSet ? 'security.isSet' : 'security.isUnset');",
        "t(isSet === true ? 'security.isSet' : 'security.isUnset');",
      ),
    ],
  },
  {
    file: 'web/features/weight/kept-check.tsx',
    tests: ['web/features/weight/weight-presses.test.tsx'],
    bugs: [
      bug('what the phone kept and what is listed are shown the wrong way round', '{kept} → {now}', '{now} → {kept}'),
    ],
  },
  {
    file: 'web/operator/locales/en/recoveries.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'a recovery that waits is said to have lapsed, and a lapsed one to wait',
        "  'state-waiting': 'Waits for a second operator',\n  'state-lapsed': 'The second approval did not come in time',",
        "  'state-waiting': 'The second approval did not come in time',\n  'state-lapsed': 'Waits for a second operator',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/tc/members.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'the console in traditional Chinese labels the registration as the last sign-in',
        "since: '注冊時間',",
        "since: '最近登入',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/zh/content.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'the console in Chinese exchanges unpublished and withdrawn content',
        "unpublished: '未发布',\n  withdrawn: '已撤下',",
        "unpublished: '已撤下',\n  withdrawn: '未发布',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/zh/health.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'the console in Chinese exchanges what is slow and what is down',
        "  degraded: '缓慢',\n  down: '中断',",
        "  degraded: '中断',\n  down: '缓慢',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/zh/members.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'the console in Chinese names a member’s own act one by recovery',
        "byMember: '由会员本人',\n  byRecovery: '因找回账户',",
        "byMember: '因找回账户',\n  byRecovery: '由会员本人',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/en/content.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [bug('The console says that one # marks a heading, where two are needed', '“## heading”', '“# heading”')],
  },
  {
    file: 'web/operator/locales/tc/money.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'In traditional Chinese the console says that the member bears the fee of a withdrawal, which the platform does',
        "fee: '手續費，由平台承擔'",
        "fee: '手續費，由會員承擔'",
      ),
    ],
  },
  {
    file: 'web/ui/chart/chart-lines.ts',
    tests: ['web/ui/chart/chart-presses.test.tsx'],
    bugs: [
      bug(
        'a label of the chart is measured in another font than it is drawn in',
        '  context.font = `500 11px ${style.font}`;\n  context.fillStyle = style.textColour;\n  const lane = placeLabel(x, context.measureText(label).width, size.width, before);\n',
        '  const lane = placeLabel(x, context.measureText(label).width, size.width, before);\n  context.font = `500 11px ${style.font}`;\n  context.fillStyle = style.textColour;\n',
      ),
    ],
  },
  {
    file: 'web/ui/picture/icon.tsx',
    tests: ['web/ui/picture/icon.test.tsx'],
    bugs: [
      bug(
        'the icons of pause and play are exchanged',
        "  pause: 'M9 5v14 M15 5v14',\n  play: 'M8 5l11 7-11 7z',",
        "  pause: 'M8 5l11 7-11 7z',\n  play: 'M9 5v14 M15 5v14',",
      ),
      bug('the icon that points forward points back', "forward: 'M9 5l7 7-7 7'", "forward: 'M15 5l-7 7 7 7'"),
    ],
  },
  {
    file: 'web/operator/sections/health.tsx',
    tests: ['web/operator/sections/health-presses.test.tsx'],
    bugs: [
      bug(
        'a component that answered no check is shown as not measured',
        "answered === null ? t('shell.notMeasured') : format.share(answered, 2)",
        "answered ? format.share(answered, 2) : t('shell.notMeasured')",
      ),
    ],
  },
  {
    file: 'web/operator/sections/recoveries.tsx',
    tests: ['web/operator/sections/recoveries-presses.test.tsx'],
    bugs: [
      bug(
        'from an empty page of open recoveries no button leads back',
        '            </div>\n          )}\n          <PageButtons paging={paging} rows={rows} idOf={({ id }) => id} />',
        '            </div>\n          )}\n          {rows.length === 0 ? null : <PageButtons paging={paging} rows={rows} idOf={({ id }) => id} />}',
      ),
    ],
  },
  {
    file: 'web/operator/ui/opened.tsx',
    tests: ['web/operator/sections/money-presses.test.tsx'],
    bugs: [bug('opened details scroll into view at every redraw', '  }, []);', '  });')],
  },
  {
    file: 'web/pages/singing.tsx',
    tests: ['web/pages/every-page.test.tsx'],
    bugs: [bug('the page “singing” shows sample totals', 'withSampleTotals={false}', 'withSampleTotals={true}')],
  },
  {
    file: 'web/ui/feedback/states.tsx',
    tests: ['web/ui/feedback/feedback-presses.test.tsx'],
    bugs: [
      bug(
        'a reader of screens does not hear that the phone is offline',
        '    <div role="status">\n      {online ? null : (\n        <p className={styles.offline}>\n          <Icon name="offline" size={16} />\n          {t(\'shell.offline\')}\n        </p>\n      )}\n    </div>\n',
        '    <>\n      {online ? null : (\n        <p className={styles.offline}>\n          <Icon name="offline" size={16} />\n          {t(\'shell.offline\')}\n        </p>\n      )}\n    </>\n',
      ),
    ],
  },
  {
    file: 'web/ui/layout/labelled.tsx',
    tests: ['web/ui/primitives.test.tsx'],
    bugs: [
      bug(
        'a long figure makes its row wider than a small phone',
        '`repeat(${columns}, minmax(0, 1fr))`',
        '`repeat(${columns}, 1fr)`',
      ),
    ],
  },
  {
    file: 'web/worker/service-worker.ts',
    tests: ['web/platform/installed/service-worker.test.ts'],
    bugs: [
      bug(
        'no push message is shown while the app is open in a hidden tab',
        "if (open.some(({ visibilityState }) => visibilityState === 'visible')) return;",
        'if (open.length > 0) return;',
      ),
    ],
  },
]);
