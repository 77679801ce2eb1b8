import type { Texts } from '../catalogue.ts';
import type { assets as english } from '../en/assets.ts';

export const assets: Texts<typeof english> = {
  title: '资产',
  signedInAs: '当前账号：{name}',
  authorization: '总资产',
  available: '可用额度',
  locked: '冻结中',
  accountWeight: '账户成长值',
  earningsToday: '今日收益',
  incomeTotal: '累计收益',
  postings: '每个数字均由 {count} 笔分录加总得出',
  onePosting: '每个数字均由 1 笔分录得出',
  noPostings: '尚无分录，所有数字均为零',
  menu: '资产菜单',
  withdraw: '提现',
  deposits: '充值',
  financialRecords: '资金记录',
  orderRecord: '订单记录',
  invitation: '邀请',
  helpCenter: '帮助中心',
  tips: '必读须知',
  wallet: '钱包',
  security: '安全中心',
  settings: '设置',
  explainWeight: '什么是成长值？',
  weightTitle: '关于成长值',
  weightSum:
    '成长值由公开的各项得分相加：账户安全设置、签到、已结算的计划、已确认的测试充值和红包。它用于解锁计划等级、杠杆和活动，别无他用。',
  activationTitle: '激活',
  activationText:
    '账户获得首个 100 分即激活。激活前，同一时间只能有一笔提现在审核中；激活后可以有多笔。这里所说的“单笔提现限制”仅此而已。',
  neverCondition: '任何提现都不会因成长值、充值、邀请或推广活动而被拒绝。',
  activate: '激活成长值',
  activateDone: '成长值已激活',
  activateText:
    '已确认的测试充值可增加成长值，签到和已结算的计划同样如此。充值只是获得首个 100 分的途径之一，不是任何事项的前提。',
  activateProgress: '{points} / {needed} 分',
  depositAddress: '您的测试充值地址',
  noAddress: '首次测试充值时生成',
  toDeposits: '前往充值',
  understood: '知道了',
};
