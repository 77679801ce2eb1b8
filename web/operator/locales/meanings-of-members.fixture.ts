import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts about members, recoveries, conversations, operators and sessions. */
export const memberMeanings: readonly MeaningGroup[] = [
  {
    'recoveries.state-waiting': 'second operator | 第二位运营人员 | 第二位營運人員',
    'recoveries.state-lapsed': 'not come in time | 未按时 | 未按時',
    'recoveries.state-approved': 'the wait runs | 等待期 | 等待期',
  },
  {
    'recoveries.outcome-done': 'Done | 已完成 | 已完成',
    'recoveries.outcome-cancelled': 'by the member | 会员已取消 | 會員已取消',
    'recoveries.outcome-factorUsed': 'factor | 验证方式 | 驗證方式',
    'recoveries.outcome-passwordUsed': 'old password | 旧密码 | 舊密碼',
    'recoveries.outcome-refused': 'by an operator | 运营人员已拒绝 | 營運人員已拒絕',
    'recoveries.outcome-expired': 'in time | 未按时 | 未按時',
  },
  {
    'recoveries.by-approved': 'Approved by | 已批准 | 已批准',
    'recoveries.by-refused': 'Refused by | 已拒绝 | 已拒絕',
  },
  {
    'recoveries.askedAt': 'Asked | 提出 | 提出',
    'recoveries.takesEffectAt': 'effect | 生效 | 生效',
    'recoveries.endedAt': 'Ended | 结束 | 結束',
  },
  {
    'recoveries.firstAskedAt': 'First | 首次 | 首次',
    'recoveries.lastAskedAt': 'Last | 最近 | 最近',
  },
  {
    'recoveries.close-notIdentified': 'Nobody | 无人 | 無人',
    'recoveries.close-notByOwner': 'did not ask | 并非 | 並非',
    'recoveries.close-otherWayIn': 'another way in | 其他方式 | 其他方式',
  },
  {
    'recoveries.secondFactors': 'backup codes | 备用码 | 備用碼',
    'recoveries.everyWayIn': 'Every way in | 所有登录方式 | 所有登入方式',
  },
  {
    'recoveries.proposeFactors': 'Second factors | 双重验证 | 雙重驗證',
    'recoveries.proposeAll': 'Every way in | 所有登录方式 | 所有登入方式',
  },
  {
    'recoveries.proposeFactorsText': 'password stays | 登录密码不变 | 登入密碼不變',
    'recoveries.proposeAllText': 'replaces the login password | 改用申请中的登录密码 | 改用申請中的登入密碼',
  },
  {
    'recoveries.approveText': 'second approval | 第二次批准后 | 第二次批准後',
    'recoveries.refuseText': 'One refusal | 一次拒绝 | 一次拒絕',
  },
  {
    'members.since': 'Since | 注册 | 注冊',
    'members.lastSignIn': 'Last sign-in | 最近登录 | 最近登入',
    'members.excludedUntil': 'Self-excluded | 自我排除 | 自我排除',
    'members.until': 'holds until | 有效期 | 有效期',
    'members.limitLifted': 'none from | 取消 | 取消',
  },
  {
    'members.byMember': 'the member | 会员本人 | 會員本人',
    'members.byRecovery': 'recovery | 找回账户 | 找回帳戶',
    'members.byOperator': 'operator | 运营人员 | 營運人員',
  },
  {
    'members.name': 'Account | 账号 | 帳號',
    'members.number': 'number | 编号 | 編號',
    'members.nickname': 'Nickname | 昵称 | 暱稱',
  },
  {
    'members.frozen': 'Frozen | 冻结 | 凍結',
    'members.recovery': 'Recovery | 找回 | 找回',
    'members.sessions': 'Devices | 设备 | 裝置',
  },
  {
    'members.authenticator': 'Authenticator | 身份验证器 | 身份驗證器',
    'members.passkeys': 'Passkeys | 通行密钥 | 通行金鑰',
    'members.withdrawalPassword': 'Withdrawal password | 提现密码 | 提現密碼',
    'members.card': 'card | 银行卡 | 銀行卡',
  },
  {
    'members.limit-day': 'a day | 每日 | 每日',
    'members.limit-week': 'a week | 每周 | 每週',
  },
  {
    'members.list-records': 'Changes of balances | 余额变动 | 餘額變動',
    'members.list-plan': 'Plans | 计划 | 計畫',
    'members.list-deposit': 'Deposits | 充值 | 入金',
    'members.list-withdrawal': 'Withdrawals | 提现 | 提現',
    'members.list-holding': 'Financing | 理财 | 理財',
    'members.list-order': 'Orders | 回合 | 回合',
    'members.list-acts': 'Security | 安全 | 安全',
  },
  {
    'members.freeze': 'Freeze the account | ^冻结 | ^凍結',
    'members.unfreeze': 'Lift | 解除 | 解除',
    'members.endSessions': 'Sign out | 退出 | 退出',
  },
  {
    'members.freezeText': '72 hours | 72 小时 | 72 小時',
    'members.unfreezeText': 'Lifts the freeze | ^解除 | ^解除',
    'members.endSessionsText': 'every session | 所有会话 | 所有工作階段',
  },
  {
    'members.nowFrozen': 'is frozen | 账户已冻结 | 帳戶已凍結',
    'members.unfrozen': 'lifted | 已解除 | 已解除',
    'members.sessionsEnded': 'ended | 已结束 | 已結束',
  },
  {
    'inbox.waiting': 'Waiting | 等待 | 等待',
    'inbox.mine': 'Mine | 我的 | 我的',
    'inbox.open': 'Open | 进行中 | 進行中',
    'inbox.closed': 'Closed | 已结束 | 已結束',
  },
  {
    'inbox.stars': '^\\{stars\\} of 5$ | ^\\{stars\\} / 5$ | ^\\{stars\\} / 5$',
  },
  {
    'inbox.by-member': 'Member | 会员 | 會員',
    'inbox.by-operator': 'Operator | 运营人员 | 營運人員',
    'inbox.by-automatic': 'Automatic | 自动 | 自動',
  },
  {
    'inbox.pin-plan': 'Plan | 计划 | 計劃',
    'inbox.pin-deposit': 'Deposit | 充值 | 入金',
    'inbox.pin-withdrawal': 'Withdrawal | 提现 | 提現',
    'inbox.pin-holding': 'Holding | 持有 | 持有',
    'inbox.pin-order': 'Order | 订单 | 訂單',
  },
  {
    'inbox.state-running': 'Running | 进行中 | 進行中',
    'inbox.state-settled': 'Settled | 已结算 | 已結算',
    'inbox.state-requested': 'Requested | 已申请 | 已申請',
    'inbox.state-seen': 'Seen | 已看到 | 已看到',
    'inbox.state-confirmed': 'Credited | 已入账 | 已入帳',
    'inbox.state-rejected': 'Rejected | 未接受 | 未接受',
    'inbox.state-inReview': 'In review | 审核中 | 審核中',
    'inbox.state-sent': 'Sent | 已发出 | 已發出',
    'inbox.state-done': 'Paid out | 已付款 | 已付款',
    'inbox.state-refused': 'Refused | 已拒绝 | 已拒絕',
    'inbox.state-cancelled': 'Cancelled | 已取消 | 已取消',
    'inbox.state-matured': 'Matured | 已到期 | 已到期',
    'inbox.state-redeemed': 'Ended early | 提前赎回 | 提前贖回',
  },
  {
    'inbox.waitsSince': 'Waiting | 已等待 | 已等待',
    'inbox.answered': 'Answered | 已回复 | 已回覆',
    'inbox.unseen': 'Not seen | 未查看 | 未查看',
    'inbox.assigned': 'Assigned | 负责人 | 負責人',
  },
  {
    'inbox.take': 'Take it$ | 接手 | 接手',
    'inbox.takeOver': 'over | 接管 | 接管',
    'inbox.closeIt': 'Close | 结束 | 結束',
  },
  {
    'inbox.replies': 'Replies | 回复条数 | 回覆則數',
    'inbox.unanswered': 'without an answer | 未获回复 | 未獲回覆',
    'inbox.ended': 'ended | 已结束的 | 已結束的',
    'inbox.rated': 'Rated | 评分 | 評分',
  },
  {
    'inbox.removeSnippet': 'Remove | 删除 | 刪除',
    'inbox.changeSnippet': 'Change | 修改 | 修改',
    'inbox.saveSnippet': 'Save | 保存 | 儲存',
  },
  {
    'roles.owner': 'Owner | 所有者 | 所有者',
    'roles.finance': 'Finance | 财务 | 財務',
    'roles.support': 'Support | 客服 | 客服',
    'roles.auditor': 'Auditor | 审计 | 審計',
  },
  {
    'operators.since': 'Since | 添加 | 添加',
    'operators.ended': 'Ended | 已终止 | 已終止',
  },
  {
    'operators.changeRole': 'Change role | 更改角色 | 更改角色',
    'operators.newLink': 'New link | 新链接 | 新連結',
    'operators.signOut': 'Sign out | 退出登录 | 登出',
    'operators.end': 'End access | 终止权限 | 終止權限',
  },
  {
    'operators.changeRoleText': 'counts at once | 新角色 | 新角色',
    'operators.newLinkText': 'lost | 丢失设备 | 遺失裝置',
    'operators.signOutText': 'Signs | 保留不变 | 保留不變',
    'operators.endText': 'for good | 永久 | 永久',
  },
  {
    'operators.roleChanged': 'role | 角色 | 角色',
    'operators.linkMade': 'link | 链接 | 連結',
    'operators.signedOut': 'Signed out | 退出 | 登出',
  },
  {
    'sessions.since': 'Signed in | 登录时间 | 登入時間',
    'sessions.lastUse': 'Last used | 最近使用 | 最近使用',
    'sessions.until': 'at the latest | 最迟 | 最遲',
  },
  {
    'shell.yes': 'Yes | 是 | 是',
    'shell.no': 'No | 否 | 否',
  },
  {
    'shell.nextPage': 'Next | 下一页 | 下一頁',
    'shell.firstPage': 'First | 第一页 | 第一頁',
  },
];
