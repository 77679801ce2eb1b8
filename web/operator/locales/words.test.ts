import { expect, test } from 'vitest';
import { consoleLocales, loadTexts } from '../locale.ts';

/** What each text has to say in English, Simplified and Traditional Chinese: texts that were exchanged for one another are found by it. */
const words: readonly (readonly [section: string, key: string, en: RegExp, zh: RegExp, tc: RegExp])[] = [
  ['approvals', 'withdrawal', /^Withdrawal/, /提现/, /提現/],
  ['approvals', 'recovery', /^Recovery/, /找回/, /找回/],
  ['approvals', 'disbursement', /^Disbursement/, /拨付/, /撥付/],
  ['approvals', 'funding', /^Funding/, /注资/, /注資/],
  ['approvals', 'product', /product/, /产品/, /產品/],
  ['approvals', 'asked', /^Asked/, /提出/, /提出/],
  ['approvals', 'lapses', /^Lapses/, /失效/, /失效/],
  ['approvals', 'approve', /^Approve$/, /^批准$/, /^批准$/],
  ['approvals', 'refuse', /^Refuse$/, /^拒绝$/, /^拒絕$/],
  ['approvals', 'field-minimum', /^Least/, /下限/, /下限/],
  ['approvals', 'field-maximum', /^Most/, /上限/, /上限/],
  ['approvals', 'field-amount', /^Amount/, /金额/, /金額/],
  ['approvals', 'field-fee', /^Fee/, /手续费/, /手續費/],
  ['approvals', 'field-first', /^First/, /一等/, /一等/],
  ['approvals', 'field-second', /^Second/, /二等/, /二等/],
  ['approvals', 'field-third', /^Third/, /三等/, /三等/],
  ['approvals', 'field-fourth', /^Fourth/, /四等/, /四等/],
  ['sessions', 'since', /^Signed in/, /登录/, /登入/],
  ['sessions', 'lastUse', /^Last used/, /最近/, /最近/],
  ['sessions', 'until', /^Ends/, /结束/, /結束/],
  ['health', 'due', /due/, /下次/, /下次/],
  ['health', 'overdue', /^Overdue/, /逾期/, /逾期/],
  ['health', 'inTime', /^On time/, /准时/, /準時/],
  ['inbox', 'stars', /^\{stars\} of 5$/, /^\{stars\} \/ 5$/, /^\{stars\} \/ 5$/],
  ['recoveries', 'outcome-done', /^Done/, /完成/, /完成/],
  ['recoveries', 'outcome-cancelled', /by the member/, /会员已取消/, /會員已取消/],
  ['recoveries', 'outcome-factorUsed', /factor/, /验证方式/, /驗證方式/],
  ['recoveries', 'outcome-passwordUsed', /password/, /密码/, /密碼/],
  ['recoveries', 'outcome-refused', /^Refused/, /拒绝/, /拒絕/],
  ['recoveries', 'outcome-expired', /in time/, /未按时/, /未按時/],
];

test.each(consoleLocales)('in %s each text of the console says what it stands for', async (locale) => {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...(await loadTexts[locale]()) };
  const wrong = words.filter(([section, key, en, zh, tc]) => !{ en, zh, tc }[locale].test(texts[section]?.[key] ?? ''));
  expect(wrong.map(([section, key]) => `${section}.${key}: ${texts[section]?.[key]}`)).toEqual([]);
});
