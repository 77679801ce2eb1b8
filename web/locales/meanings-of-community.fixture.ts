import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts of the weight score, tasks, the team, notifications, customer service and terms. */
export const communityMeanings: readonly MeaningGroup[] = [
  {
    'weight.activated': 'Activated | งานแล้ว | Đã | 已啟用 | 已激活 | 済み',
    'weight.notActivated': 'Not | ยังไม่ | Chưa | 尚未 | 尚未 | 未',
  },
  {
    'weight.once': 'Once | ครั้งเดียว | Một lần | 一次 | 一次 | 1回のみ',
    'weight.each': 'Each | ทุก | Mỗi | 每次 | 每次 | 毎回',
  },
  {
    'weight.kind-depositConfirmed': 'deposit | ฝาก | nạp | 入金 | 充值 | 入金',
    'weight.kind-planSettled': 'settled | สรุปผล | tất toán | 結算 | 结算 | 決済',
    'weight.kind-withdrawalPasswordSet': 'withdrawal | ถอน | rút | 出金 | 提现 | 出金',
    'weight.kind-cardBound': 'bank | ธนาคาร | ngân hàng | 銀行 | 银行 | 銀行',
    'weight.kind-checkedIn': 'check-in | ประจำวัน | Điểm danh | 簽到 | 签到 | チェックイン',
  },
  {
    'weight.comingLevel':
      '{weight}, {minimum} to {maximum} | {weight}.*{minimum} ถึง {maximum} | {weight}.*{minimum} đến {maximum} | {weight}.*{minimum} 至 {maximum} | {weight}.*{minimum} 至 {maximum} | {weight}.*{minimum}～{maximum}',
    'weight.comingClosed': 'closed | ไม่รับ | không nhận | 不接受 | 不接受 | 停止',
  },
  {
    'checkIn.signed': '^Checked in | แล้ว | Đã | 已簽到 | 已签到 | 済み',
    'checkIn.open': 'Not | ยังไม่ | Chưa | 未簽到 | 未签到 | ^未',
  },
  {
    'checkIn.yourPoints': 'assistance | ช่วยเหลือ | hỗ trợ | 援助 | 援助 | 支援',
    'tasks.yourPoints': 'promotion | โปรโมชัน | khuyến mãi | 推廣 | 推广 | プロモーション',
  },
  {
    'tasks.state-open': 'To do | ต้องทำ | Cần làm | 待完成 | 待完成 | 未完了',
    'tasks.state-waiting': 'Not yet | ยังไม่ได้ | Chưa được | 尚不可 | 暂不可 | まだでき',
    'tasks.state-done': 'Done | เสร็จ | xong | 已完成 | 已完成 | ^完了',
    'tasks.state-collected': 'Collected | ^รับ | nhận | 領取 | 领取 | 受取済み',
  },
  {
    'tasks.task-checkedIn': 'Check | อิน$ | Điểm danh | 簽到 | 签到 | チェックイン',
    'tasks.task-helpRead': 'Read | อ่าน | Đọc | 閱讀 | 阅读 | 読む',
    'tasks.task-resultVerified': 'Verify | ตรวจสอบ | Kiểm chứng | 驗證 | 验证 | 検証',
    'tasks.task-planPlaced': 'Place | เปิดแผน | Đặt | 下單 | 下单 | 注文',
    'tasks.task-planSettled': 'to its end | จนจบ | kết thúc | 到結束 | 到结束 | 最後まで',
    'tasks.task-donated': 'Give | บริจาค | Quyên góp | 捐贈 | 捐赠 | 寄付',
  },
  {
    'tasks.how-helpRead':
      '{from} to {to | {from} ถึง {to} | {from} đến {to} | {from} 至 {to} | {from} 至 {to} | {from}～{to}',
  },
  {
    'tasks.weightOf':
      '{weight} of {most | {weight} จาก {most} | {weight} trên {most} | {weight} / {most} | {weight} / {most} | {weight} / {most}',
  },
  {
    'invitations.level-1': 'one | หนึ่ง | một | 第一 | 第一 | 第一',
    'invitations.level-2': 'two | สอง | hai | 第二 | 第二 | 第二',
    'invitations.level-3': 'three | สาม | ba | 第三 | 第三 | 第三',
  },
  {
    'invitations.sees-1': 'Invited | เชิญ | mời | 邀請 | 邀请 | 招待',
    'invitations.sees-2': 'Two | สอง | hai | 第二 | 第二 | 二つ',
    'invitations.sees-3': 'Three | สาม | ba cấp | 第三 | 第三 | 三つ',
  },
  {
    'invitations.firstResult': 'result | ผล | quả | 結果 | 结果 | 結果',
    'invitations.firstWeek': 'week | สัปดาห์ | Tuần | 週 | 周 | 週間',
  },
  {
    'invitations.leave': 'Leave | ออก | Rời | 離開 | 离开 | 退出',
    'invitations.stay': 'Stay | อยู่ต่อ | Ở lại | 留下 | 留下 | 残る',
  },
  {
    'notify.planSettled': 'settled | สรุปผล | tất toán | 結算 | 结算 | 決済',
    'notify.planVoided': 'Plan void | แผนเป็นโมฆะ | bị hủy | 計劃作廢 | 计划作废 | プランは無効',
    'notify.depositConfirmed': 'credited | ฝากเข้า | ghi có | 入帳 | 入账 | 反映',
    'notify.withdrawalPaid': 'paid out | จ่าย | chi trả | 出金已完成 | 提现已完成 | 支払',
    'notify.withdrawalRefused': 'refused | ปฏิเสธ | từ chối | 拒絕 | 拒绝 | 拒否',
    'notify.financingMatured': 'matured | ครบกำหนด | đáo hạn | 到期 | 到期 | 満期',
    'notify.orderWon': 'won | ชนะ | thắng | 中獎 | 中奖 | 当たり',
    'notify.orderReturned': 'stake returned | คืนเดิมพัน | hoàn cược | 投注已退回 | 投注已退回 | 賭け金は返還',
  },
  {
    'notify.prizeWon': 'daily draw | จับรางวัลรายวัน | quay thưởng hằng ngày | 每日抽獎 | 每日抽奖 | 毎日の抽選',
    'notify.invitationRewarded': 'team | ทีม | Đội | 團隊 | 团队 | チーム',
  },
  {
    'notify.plans': 'Plans | แผน | Kế hoạch | 計劃 | 计划 | プラン',
    'notify.deposits': 'Deposits | ฝาก | Nạp | 入金 | 充值 | 入金',
    'notify.withdrawals': 'Withdrawals | ถอน | Rút | 出金 | 提现 | 出金',
    'notify.financing': 'Financing | การเงิน | sinh lời | 理財 | 理财 | 運用商品',
    'notify.rounds': 'Rounds | รอบ | Vòng | 期 | 期 | ラウンド',
    'notify.draws': 'Draws | จับ | Quay thưởng | 抽獎 | 抽奖 | 抽選',
    'notify.team': 'Team | ทีม | Đội | 團隊 | 团队 | チーム',
    'notify.security': 'Security | ปลอดภัย | Bảo mật | 安全 | 安全 | セキュリティ',
  },
  {
    'notify.pushTurnOn': 'on | เปิด | Bật | 開啟 | 开启 | オン',
    'notify.pushTurnOff': 'off | ^ปิด | Tắt | 關閉 | 关闭 | オフ',
  },
  {
    'support.sent': 'Sent | ส่งแล้ว | Đã gửi | 已傳送 | 已发送 | 送信済み',
    'support.seen': 'Seen | เห็นแล้ว | Đã xem | 已讀 | 已读 | 既読',
    'support.answered': 'Answered | ตอบ | trả lời | 回覆 | 回复 | 回答',
    'support.waiting': 'Waits | รอ | chờ | 等待 | 等待 | 待って',
    'support.notSent': 'Not sent | ส่งไม่ได้ | Chưa gửi | 未送出 | 未发出 | 送信できません',
  },
  {
    'support.member': 'You | คุณ | Bạn | 您 | 您 | あなた',
    'support.operator': 'service | บริการ | Chăm sóc | 客服 | 客服 | サポート',
    'support.automatic': 'Automatic | อัตโนมัติ | tự động | 自動 | 自动 | 自動',
  },
  {
    'support.sendAgain': 'Send | ส่ง | Gửi | 傳送 | 发送 | 送信',
    'support.discard': 'Delete | ลบ | Xóa | 刪除 | 删除 | 削除',
  },
  {
    'support.stars':
      '{count} of 5 | {count} จาก 5 | {count} trên 5 | 5 顆星中的 {count} | 5 颗星中的 {count} | 5つ星のうち{count}',
  },
  {
    'content.accept': 'Accept | ยอมรับ | Chấp nhận | 同意 | 同意 | 同意',
    'content.notNow': 'Not now | ภายหลัง | Để sau | 稍後 | 稍后 | あとで',
  },
  {
    'content.accepted': 'accepted {date} | เมื่อ {date} | Đã chấp nhận | 已於 | 已于 | に同意',
    'content.notAccepted': 'Not accepted | ยังไม่ | Chưa | 尚未 | 尚未 | していません',
  },
];
