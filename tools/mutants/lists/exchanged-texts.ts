import { bug, mutantsOf } from '../mutant.ts';

/** Texts of the members’ app, of notifications and of the console that were exchanged for one another in one language. */
export const exchangedTexts = mutantsOf('screens', [
  {
    file: 'contract/notification-texts/tc.ts',
    tests: ['web/locales/meanings.test.ts'],
    bugs: [
      bug(
        'in traditional Chinese a withdrawal that was paid out is announced as refused, and a refused one as paid out',
        "withdrawalPaid: '出金已完成',\n  withdrawalRefused: '出金被拒絕',",
        "withdrawalPaid: '出金被拒絕',\n  withdrawalRefused: '出金已完成',",
      ),
    ],
  },
  {
    file: 'web/features/donations/giving-texts.ts',
    tests: ['web/features/donations/giving-texts.test.ts'],
    bugs: [
      bug(
        'in Simplified Chinese the choices of how a donor is listed have each other’s text: who chooses no name is shown with a masked one',
        "  listMasked: '隐去部分的名字',\n  listHidden: '不显示名字',",
        "  listMasked: '不显示名字',\n  listHidden: '隐去部分的名字',",
      ),
      bug(
        'the traditional Chinese warning of a fallen sum names the later root as the earlier one',
        "'第 {later} 號根雜湊值所載的已收到少於更早的第 {earlier} 號",
        "'第 {earlier} 號根雜湊值所載的已收到少於更早的第 {later} 號",
      ),
      bug(
        'in traditional Chinese, who chooses a masked name on the list reads that no name is shown, and the other way round',
        "  listMasked: '隱去部分的名字',\n  listHidden: '不顯示名字',",
        "  listMasked: '不顯示名字',\n  listHidden: '隱去部分的名字',",
      ),
    ],
  },
  {
    file: 'web/locales/jp/limits.ts',
    tests: ['web/locales/meanings.test.ts'],
    bugs: [
      bug(
        'in Japanese a member sets the loss limit of a week where the page says a day, and the other way round',
        "day: '1日の損失上限',\n  week: '1週間の損失上限',",
        "day: '1週間の損失上限',\n  week: '1日の損失上限',",
      ),
    ],
  },
  {
    file: 'web/locales/thai/wallet.ts',
    tests: ['web/locales/meanings.test.ts'],
    bugs: [
      bug(
        'in Thai the records call a settled plan void and a void one settled',
        "'kind-planSettled': 'สรุปผลแผน',\n  'kind-planVoided': 'คืนเงินแผนที่เป็นโมฆะ',",
        "'kind-planSettled': 'คืนเงินแผนที่เป็นโมฆะ',\n  'kind-planVoided': 'สรุปผลแผน',",
      ),
    ],
  },
  {
    file: 'web/locales/vnf/financing.ts',
    tests: ['web/locales/meanings.test.ts'],
    bugs: [
      bug(
        'in Vietnamese a financing product shows its most as the least that it takes, and the least as the most',
        "minimum: 'Tối thiểu',\n  maximum: 'Tối đa',",
        "minimum: 'Tối đa',\n  maximum: 'Tối thiểu',",
      ),
    ],
  },
  {
    file: 'web/locales/zh/wallet.ts',
    tests: ['web/locales/meanings.test.ts'],
    bugs: [
      bug(
        'the wallet in simplified Chinese calls what is frozen available, and what is available frozen',
        "locked: '冻结中',\n  available: '可用',",
        "locked: '可用',\n  available: '冻结中',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/en/approvals.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'operators approve a funding under the name of a disbursement, and the other way round',
        "disbursement: 'Disbursement to a cause',\n  funding: 'Funding by the house',",
        "disbursement: 'Funding by the house',\n  funding: 'Disbursement to a cause',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/en/sessions.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'an operator’s own sessions show the last use under “Ends at the latest” and the end under “Last used”',
        "lastUse: 'Last used',\n  until: 'Ends at the latest',",
        "lastUse: 'Ends at the latest',\n  until: 'Last used',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/zh/approvals.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'in Chinese the approval of a product names its minimum as the maximum, and the other way round',
        "  'field-minimum': '下限',\n  'field-maximum': '上限',",
        "  'field-minimum': '上限',\n  'field-maximum': '下限',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/zh/health.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'the console in simplified Chinese calls jobs in time overdue and overdue ones in time',
        "  overdue: '逾期',\n  inTime: '准时',",
        "  overdue: '准时',\n  inTime: '逾期',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/zh/inbox.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'the console in simplified Chinese shows a rating of 4 stars as 5 of 4',
        "stars: '{stars} / 5',",
        "stars: '5 / {stars}',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/zh/recoveries.ts',
    tests: ['web/operator/locales/meanings.test.ts'],
    bugs: [
      bug(
        'in Chinese a recovery that was done is shown as cancelled by the member, and the other way round',
        "'outcome-done': '已完成',\n  'outcome-cancelled': '会员已取消',",
        "'outcome-done': '会员已取消',\n  'outcome-cancelled': '已完成',",
      ),
    ],
  },
  {
    file: 'web/operator/locales/tc/products.ts',
    tests: ['tools/texts/figures.test.ts'],
    bugs: [
      bug(
        'In traditional Chinese the rule for weight bands names 100,000 as the greatest score in place of 1,000,000',
        '逐級遞增，不超過 1,000,000。',
        '逐級遞增，不超過 100,000。',
      ),
      bug(
        'In traditional Chinese the rule of the prize table names 100,000 winning numbers as the bound in place of a million',
        '合計少於一百萬個',
        '合計少於十萬個',
      ),
    ],
  },
  {
    file: 'contract/operator-error-texts/vnf.ts',
    tests: ['tools/texts/figures.test.ts'],
    bugs: [
      bug(
        'In Vietnamese a refusal groups the digits of a figure by commas, which are decimal signs there',
        'tối đa 1.000.000.000 USDT',
        'tối đa 1,000,000,000 USDT',
      ),
    ],
  },
  {
    file: 'contract/notification-texts/thai.ts',
    tests: ['tools/texts/read-texts.test.ts'],
    bugs: [
      bug(
        'Thai notification of a refused withdrawal says that a deposit was refused',
        "withdrawalRefused: 'การถอนถูกปฏิเสธ'",
        "withdrawalRefused: 'การฝากถูกปฏิเสธ'",
      ),
    ],
  },
  {
    file: 'contract/notification-texts/vnf.ts',
    tests: ['tools/texts/read-texts.test.ts'],
    bugs: [
      bug(
        'In Vietnamese a prize of the daily draw is announced with the text for points of the team',
        "  prizeWon: 'Trúng giải quay thưởng hằng ngày',",
        "  prizeWon: 'Đội của bạn mang lại điểm',",
      ),
    ],
  },
]);
