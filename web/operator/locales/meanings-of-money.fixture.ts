import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts about money, approvals, products and books. */
export const moneyMeanings: readonly MeaningGroup[] = [
  {
    'money.payouts': 'Payouts | 笔数 | 筆數',
    'money.median': 'Half | 半数 | 半數',
    'money.percentile95': '95 | 95 | 95',
  },
  {
    'money.requested': 'Requested | 申请时间 | 申請時間',
    'money.reviewEnds': 'Review ends | 审核截止 | 審核截止',
  },
  {
    'money.amount': 'Amount | 金额 | 金額',
    'money.fee': 'Fee, paid by the house | 手续费，由平台承担 | 手續費，由平台承擔',
    'money.toDestination': 'since a day before | 总额 | 總額',
  },
  {
    'money.noneNeeded': 'None needed | 无需批准 | 無需批准',
    'money.refused': 'Refused | 已拒绝 | 已拒絕',
  },
  {
    'money.withdrawals': 'Withdrawals | 提现 | 提現',
    'money.deposits': 'Deposits | 充值 | 入金',
  },
  {
    'money.state': 'State | 状态 | 狀態',
    'money.seen': 'Seen | 已发现 | 已發現',
    'money.confirmations': 'Confirmations | 确认数 | 確認數',
    'money.proof': 'Proof sent | 已上传 | 已上傳',
  },
  {
    'money.proofSeen': 'looked at | 凭证查看 | 證明查看',
    'money.notLooked': 'Not yet | 尚未 | 尚未',
  },
  {
    'money.markProof': 'Proof looked at | 已查看 | 已查看',
    'money.refuseDeposit': 'Refuse the deposit | 拒绝 | 拒絕',
  },
  {
    'money.markProofText': 'credits nothing | 不会入账 | 不會入帳',
    'money.refuseDepositText': 'The deposit ends | 随即结束 | 隨即結束',
  },
  {
    'money.deposit-notReceived': 'Nothing came in | 没有到账 | 沒有到帳',
    'money.deposit-proofInvalid': 'does not show | 不符 | 不符',
    'money.deposit-announcedTwice': 'twice | 重复 | 重複',
  },
  {
    'approvals.withdrawal': 'Withdrawal | 提现 | 提現',
    'approvals.recovery': 'Recovery | 找回 | 找回',
    'approvals.disbursement': 'Disbursement | 拨付 | 撥付',
    'approvals.funding': 'Funding | 注资 | 注資',
    'approvals.product': 'product | 产品 | 產品',
  },
  {
    'approvals.asked': 'Asked | 提出 | 提出',
    'approvals.lapses': 'Lapses | 失效 | 失效',
  },
  {
    'approvals.approvedBy': 'Approved by | 已批准者 | 已批准者',
    'approvals.nobodyYet': 'Nobody | 尚无人 | 尚無人',
  },
  {
    'approvals.decidedAlready': 'decided already | 已作出决定 | 已作出決定',
    'approvals.roleMayNot': 'role may not | 无权 | 無權',
  },
  {
    'approvals.approve': 'Approve | 批准 | 批准',
    'approvals.refuse': 'Refuse | 拒绝 | 拒絕',
  },
  {
    'approvals.approveText': 'You approve | 您批准 | 您批准',
    'approvals.refuseText': 'One refusal | 一次拒绝 | 一次拒絕',
  },
  {
    'approvals.approved': 'approval | 批准已 | 批准已',
    'approvals.refused': 'refusal | 拒绝已 | 拒絕已',
  },
  {
    'approvals.nameMismatch': 'name | 姓名 | 姓名',
    'approvals.noDestination': 'destination | 收款方 | 收款方',
    'approvals.accountFrozen': 'frozen | 冻结 | 凍結',
  },
  {
    'approvals.field-withdrawal': 'Withdrawal | 提现 | 提現',
    'approvals.field-request': 'Request | 申请 | 申請',
    'approvals.field-disbursement': 'Disbursement | 拨付 | 撥付',
    'approvals.field-funding': 'Funding | 注资 | 注資',
    'approvals.field-change': 'Change | 更改 | 變更',
    'approvals.field-member': 'Member | 会员 | 會員',
  },
  {
    'approvals.field-amount': 'Amount | 金额 | 金額',
    'approvals.field-fee': 'Fee | 手续费 | 手續費',
    'approvals.field-minimum': 'Least | 下限 | 下限',
    'approvals.field-maximum': 'Most | 上限 | 上限',
    'approvals.field-rate': 'Interest | 利息 | 利息',
    'approvals.field-expected': 'Average | 平均值 | 平均值',
  },
  {
    'approvals.field-destination': 'Destination | 收款方 | 收款方',
    'approvals.field-source': 'From | 转出 | 轉出',
    'approvals.field-from': 'Holds from | 生效 | 生效',
    'approvals.field-cause': 'Cause | 公益项目 | 公益項目',
    'approvals.field-receipt': 'Receipt | 凭据 | 憑據',
    'approvals.field-reason': 'Reason | 理由 | 理由',
  },
  {
    'approvals.field-first': 'First | 一等 | 一等',
    'approvals.field-second': 'Second | 二等 | 二等',
    'approvals.field-third': 'Third | 三等 | 三等',
    'approvals.field-fourth': 'Fourth | 四等 | 四等',
  },
  {
    'approvals.field-level-2': 'Level 2 | 等级 2 | 等級 2',
    'approvals.field-level-3': 'Level 3 | 等级 3 | 等級 3',
    'approvals.field-level-4': 'Level 4 | 等级 4 | 等級 4',
    'approvals.field-level-5': 'Level 5 | 等级 5 | 等級 5',
  },
  {
    'approvals.field-name-en': 'Name .English | 名称（英文 | 名稱（英文',
    'approvals.field-about-en': 'for .English | 什么（英文 | 什麼（英文',
    'approvals.field-name-zh': 'Name .Simplified | 名称（简体 | 名稱（簡體',
    'approvals.field-about-zh': 'for .Simplified | 什么（简体 | 什麼（簡體',
    'approvals.field-name-tc': 'Name .Traditional | 名称（繁体 | 名稱（繁體',
    'approvals.field-about-tc': 'for .Traditional | 什么（繁体 | 什麼（繁體',
    'approvals.field-name-jp': 'Name .Japanese | 名称（日文 | 名稱（日文',
    'approvals.field-about-jp': 'for .Japanese | 什么（日文 | 什麼（日文',
  },
  {
    'approvals.doesNotLapse': 'does not lapse | 不会失效 | 不會失效',
    'approvals.waitsForFunds': 'not paid yet | 尚未拨付 | 尚未撥付',
  },
  {
    'funding.waiting': 'Waits | 等待 | 等待',
    'funding.made': 'Posted | 已记账 | 已記帳',
    'funding.refused': 'Refused | 已拒绝 | 已拒絕',
    'funding.lapsed': 'Lapsed | 已失效 | 已失效',
  },
  {
    'giving.received-PTS': 'Points received | 收到的积分 | 收到的積分',
    'giving.disbursed-PTS': 'Points disbursed | 已拨付的积分 | 已撥付的積分',
    'giving.unspent-PTS': 'Points unspent | 未拨付的积分 | 未撥付的積分',
    'giving.received-USDT': 'USDT received | 收到的 USDT | 收到的 USDT',
    'giving.disbursed-USDT': 'USDT disbursed | 已拨付的 USDT | 已撥付的 USDT',
    'giving.unspent-USDT': 'USDT unspent | 未拨付的 USDT | 未撥付的 USDT',
  },
  {
    'products.state-waiting': 'Waiting | 等待 | 等待',
    'products.state-made': 'Made | 已生效 | 已生效',
    'products.state-refused': 'Refused | 已拒绝 | 已拒絕',
    'products.state-lapsed': 'Lapsed | 已过期 | 已過期',
  },
  {
    'products.isOpen': 'Open | 开放 | 開放',
    'products.isClosed': 'Closed | 关闭 | 關閉',
  },
  {
    'products.minimum': 'Least amount$ | ^下限 | ^下限',
    'products.maximum': 'Most$ | ^上限 | ^上限',
    'products.shippedMinimum': 'Least amount as it ships | 初始下限 | 初始下限',
    'products.shippedMaximum': 'Most as it ships | 初始上限 | 初始上限',
  },
  {
    'products.rate': 'day in millionths | ^每日利息 | ^每日利息',
    'products.shippedRate': 'as it ships | 初始 | 初始',
  },
  {
    'products.from': 'Holds from | 生效 | 生效',
    'products.start': 'Starts | 开始 | 開始',
  },
  {
    'products.fixed-rounds': 'Rounds | 回合 | 回合',
    'products.fixed-leverageMax': 'leverage | 杠杆 | 槓桿',
    'products.fixed-days': 'Days | 天数 | 天數',
  },
  {
    'products.kind-level': 'level | 计划等级 | 計劃等級',
    'products.kind-financing': 'Financing | 理财 | 理財',
    'products.kind-cause': 'Cause | 用途 | 用途',
    'products.kind-prizes': 'Prizes | 奖项 | 獎項',
    'products.kind-bands': 'bands | 门槛 | 門檻',
  },
  {
    'products.causeName': 'Name | 名称 | 名稱',
    'products.causeAbout': 'for | 用于什么 | 用於什麼',
    'products.causeOpen': 'Receives | 接受拨付 | 接受撥付',
  },
  {
    'products.prizeAmount': 'Amount | 金额 | 金額',
    'products.prizeNumbers': 'Numbers | 号码数 | 號碼數',
    'products.prizeExpected': 'Average | 平均值 | 平均值',
    'products.prizeFund': 'fund | 资金 | 資金',
  },
  {
    'products.bandFrom': 'Opens at | 开启 | 開啟',
    'products.bandShipped': 'ships | 初始 | 初始',
  },
  {
    'books.debit': 'Debit | 借方 | 借方',
    'books.credit': 'Credit | 贷方 | 貸方',
  },
  {
    'books.of-members': 'Members | 会员 | 會員',
    'books.of-house': 'House | 平台 | 平台',
  },
  {
    'books.sound': '^Sound | ^平衡 | ^平衡',
    'books.notSound': 'Not sound | 不平衡 | 不平衡',
  },
  {
    'books.sums': 'Sum | 之和 | 之和',
    'books.differences': 'Differing | 不符 | 不符',
    'books.torn': 'Incomplete | 不完整 | 不完整',
    'books.unfounded': 'Without basis | 缺少依据 | 缺少依據',
  },
];
