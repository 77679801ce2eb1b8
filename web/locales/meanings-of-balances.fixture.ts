import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts of balances, their movements, financing and the proof of liabilities. */
export const balanceMeanings: readonly MeaningGroup[] = [
  {
    'assets.authorization': 'Authorization | ยอดรวม | Tổng | 總資產 | 总资产 | 総残高',
    'assets.available': 'Available | ใช้ได้ | khả dụng | 可用 | 可用 | 利用可能',
    'assets.locked': 'Lock | ล็อก | khóa | 鎖定 | 冻结 | 拘束',
  },
  {
    'assets.earningsToday': 'Today | วันนี้ | hôm nay | 今日 | 今日 | 本日',
    'assets.incomeTotal': 'Total | รวม | Tổng | 累計 | 累计 | 累計',
  },
  {
    'assets.withdraw': 'Withdraw | ถอน | Rút | 出金 | 提现 | 出金',
    'assets.deposits': 'Deposits | ฝาก | Nạp | 入金 | 充值 | 入金',
  },
  {
    'wallet.balance': 'Balance | ยอดเงิน | Số dư | 餘額 | 余额 | 残高',
    'wallet.locked': 'Locked | ล็อก | khóa | 鎖定 | 冻结 | 拘束',
    'wallet.available': 'Available | ใช้ได้ | Khả dụng | 可用 | 可用 | 利用可能',
    'wallet.profitToday': 'Today | วันนี้ | hôm nay | 今日 | 今日 | 本日',
  },
  {
    'wallet.recharge': 'Recharge | ฝาก | Nạp | 入金 | 充值 | 入金',
    'assets.withdraw': 'Withdraw | ถอน | Rút | 出金 | 提现 | 出金',
  },
  {
    'wallet.today': 'Today | วันนี้ | Hôm nay | 今日 | 今日 | 今日',
    'wallet.yesterday': 'Yesterday | เมื่อวาน | Hôm qua | 昨日 | 昨日 | 昨日',
    'wallet.week': '7 | 7 | 7 | 7 | 7 | 7',
    'wallet.month': 'month | เดือน | Tháng | 本月 | 本月 | 今月',
  },
  {
    'wallet.from': 'From | ตั้งแต่ | Từ | 從 | 从 | 開始日',
    'wallet.until': 'Until | ถึง | Đến | 至 | 至 | 終了日',
  },
  {
    'wallet.incoming': '^In$ | เข้า | Vào | 轉入 | 转入 | 入り',
    'wallet.outgoing': 'Out | ออก | Ra | 轉出 | 转出 | 出',
    'wallet.together': 'Net | สุทธิ | Ròng | 淨額 | 净额 | 差引',
  },
  {
    'wallet.kind-depositConfirmed': 'credited | ฝากเข้าบัญชี | Ghi có | 入帳 | 入账 | 反映',
    'wallet.kind-withdrawalHeld': 'Held | กันยอด | Tạm giữ | 出金保留 | 提现冻结 | ための保留',
    'wallet.kind-withdrawalPaid': 'paid out | จ่าย | Chi trả | 完成 | 完成 | 支払',
    'wallet.kind-withdrawalReturned': 'returned | คืน | Hoàn | 退回 | 退回 | 戻し',
  },
  {
    'wallet.kind-withdrawalPaid': 'paid out | จ่าย | Chi trả | 完成 | 完成 | 支払',
    'wallet.kind-withdrawalRefused': 'refused | ปฏิเสธ | từ chối | 拒絕 | 拒绝 | 拒否',
  },
  {
    'wallet.kind-planPlaced': 'placed | เปิดแผน | Đặt | 下單 | 下单 | 注文',
    'wallet.kind-planSettled': 'settled | สรุปผล | Tất toán | 結算 | 结算 | 決済',
    'wallet.kind-planVoided': 'Void | โมฆะ | bị hủy | 作廢 | 作废 | 無効',
  },
  {
    'wallet.kind-financingSubscribed': 'subscribed | ลงทุน | Tham gia | 申購 | 申购 | 申込',
    'wallet.kind-financingMatured': 'matured | ครบกำหนด | đáo hạn | 到期 | 到期 | 満期',
    'wallet.kind-financingRedeemed': 'early | ก่อนกำหนด | trước hạn | 提前 | 提前 | 中途',
  },
  {
    'wallet.kind-orderPlaced': 'placed | วาง | Đặt | ^投注$ | ^投注$ | 注文',
    'wallet.kind-orderWon': 'won | ชนะ | Thắng | 中獎 | 中奖 | 当たり',
    'wallet.kind-orderLost': 'lost | แพ้ | Thua | 未中 | 未中 | 外れ',
    'wallet.kind-orderReturned': 'returned | คืน | Hoàn | 退回 | 退回 | 返還',
  },
  {
    'wallet.kind-prizeWon': 'Prize | รางวัลจาก | Giải | 獎中獎 | 奖中奖 | 賞金',
    'wallet.kind-entryDrawn': 'nothing won | ไม่ได้รางวัล | không trúng | 未中獎 | 未中奖 | はずれ',
  },
  {
    'wallet.kind-donated': 'Donation | บริจาค | Quyên góp | 捐贈 | 捐赠 | 寄付$',
    'wallet.kind-charityDisbursed': 'given on | จ่ายต่อ | đã chi | 撥出 | 拨出 | 支出',
  },
  {
    'wallet.member-available': 'Available | ใช้ได้ | Khả dụng | 可用 | 可用 | 利用可能',
    'wallet.member-plans': 'plans | แผน | kế hoạch | 計劃 | 计划 | プラン',
    'wallet.member-financing': 'financing | ผลิตภัณฑ์ | gói gửi | 理財 | 理财 | 運用商品',
    'wallet.member-stakes': 'rounds | รอบ | vòng | 投注 | 投注 | ラウンド',
    'wallet.member-withdrawing': 'withdrawn | ถอน | rút | 出金 | 提现 | 出金',
  },
  {
    'wallet.member-assistance': 'Assistance | ช่วยเหลือ | hỗ trợ | 援助 | 援助 | 支援',
    'wallet.member-promotion': 'Promotion | โปรโมชัน | khuyến mãi | 推廣 | 推广 | プロモーション',
  },
  {
    'financing.dailyRate': 'day | ต่อวัน | mỗi ngày | 每日 | 每日 | 1日',
    'financing.wholeRate': 'maturity | ครบกำหนด | đáo hạn | 到期 | 到期 | 満期',
    'financing.earlyKeeps': 'early | ไถ่ถอนก่อน | rút sớm | 提前贖回 | 提前赎回 | 中途解約',
  },
  {
    'financing.minimum': 'Minimum | ขั้นต่ำ | Tối thiểu | 最低 | 最低 | 最低',
    'financing.maximum': 'Maximum | สูงสุด | Tối đa | 最高 | 最高 | 最高',
  },
  {
    'financing.open': 'Open | เปิด | mở | 開放 | 开放 | 受付中',
    'financing.closed': 'Closed | ^ปิดรับ$ | đóng | 關閉 | 关闭 | 終了',
  },
  {
    'financing.running': 'Running | กำลังลงทุน | Đang chạy | 進行中 | 进行中 | 運用中',
    'financing.matured': 'Matured | ครบกำหนด | đáo hạn | 到期 | 到期 | 満期',
    'financing.redeemed': 'Redeemed | ไถ่ถอน | rút | 贖回 | 赎回 | 解約',
  },
  {
    'financing.interest': 'Interest | ดอกเบี้ย | Tiền lãi | 利息 | 利息 | 利息',
    'financing.payoff': 'Paid | ได้รับ | nhận được | 可得 | 可得 | 受取',
  },
  {
    'financing.interestAtMaturity': 'Interest | ดอกเบี้ย | Tiền lãi | 利息 | 利息 | 利息',
    'financing.payoffAtMaturity': 'Paid | ได้รับ | Nhận | 可得 | 可得 | 受取',
  },
  {
    'financing.interestNow': 'if redeemed | หากไถ่ถอน | nếu rút | 現在贖回 | 现在赎回 | 解約した場合',
    'financing.interestPaid': 'paid | จ่ายแล้ว | đã trả | 已付 | 已付 | 支払われた',
  },
  {
    'financing.subscribedAt': 'Subscribed | ลงทุน | Tham gia | 申購 | 申购 | 申込',
    'financing.endedAt': 'Paid | จ่าย | Trả | 支付 | 支付 | 支払',
  },
  {
    'financing.exit': 'Redeem | ไถ่ถอน | Rút | 贖回 | 赎回 | 解約',
    'financing.keepIt': 'Keep | ถือต่อ | Giữ | 繼續持有 | 继续持有 | 続ける',
  },
  {
    'financing.exitText':
      'get {amount}.*{interest}.* of interest at once.*{maturity} | ได้ {amount}.*ดอกเบี้ย {interest}.*{maturity} | ngay {amount}.*{interest}.*{maturity} | 取回 {amount}.*利息 {interest}.*利息為 {maturity} | 取回 {amount}.*利息 {interest}.*利息为 {maturity} | {amount}.*利息{interest}.*利息は{maturity}',
  },
  {
    'financing.coming':
      '{minimum} to {maximum} | {minimum} ถึง {maximum} | từ {minimum} đến {maximum} | {minimum} 至 {maximum} | {minimum} 至 {maximum} | {minimum}～{maximum}',
  },
  {
    'wallet.fromTo': '{from} → {to} | {from} → {to} | {from} → {to} | {from} → {to} | {from} → {to} | {from} → {to}',
  },
  {
    'assets.activateProgress':
      '{points} of {needed | {points} จาก {needed} | {points}/{needed} | {points} / {needed} | {points} / {needed} | {points} / {needed}',
  },
  {
    'financing.daysOf':
      '{done} of {days} | {done} จาก {days} | {done} trên {days} | {done}/{days} | {done}/{days} | {days}日中{done}日',
  },
  {
    'financing.amountHint':
      '{minimum} to {maximum} | {minimum} ถึง {maximum} | {minimum} đến {maximum} | {minimum} 至 {maximum} | {minimum} 至 {maximum} | {minimum}～{maximum}',
  },
  {
    'financing.plansToday': 'Plans, today | แผน วันนี้ | Kế hoạch .hôm nay | 計劃（今日 | 计划（今日 | プラン（本日',
    'financing.plansEver': 'Plans, ever | แผน ทั้งหมด | Kế hoạch .tổng | 計劃（累計 | 计划（累计 | プラン（累計',
    'financing.financingToday':
      'Financing, today | การเงิน วันนี้ | Gửi sinh lời .hôm nay | 理財（今日 | 理财（今日 | 運用（本日',
    'financing.financingEver':
      'Financing, ever | การเงิน ทั้งหมด | Gửi sinh lời .tổng | 理財（累計 | 理财（累计 | 運用（累計',
    'financing.roundsToday':
      'Rounds, today | เดิมพัน วันนี้ | Vòng cược .hôm nay | 投注（今日 | 投注（今日 | ラウンド（本日',
    'financing.roundsEver': 'Rounds, ever | เดิมพัน ทั้งหมด | Vòng cược .tổng | 投注（累計 | 投注（累计 | ラウンド（累計',
  },
  {
    'financing.invested': 'principal | เงินต้น | Tiền gốc | 本金 | 本金 | 元本',
    'financing.reserved': 'Interest | ดอกเบี้ย | Tiền lãi | 利息 | 利息 | 利息',
  },
  {
    'proofs.claimed': 'Published | เผยแพร่ | công bố | 公布 | 公布 | 公開',
    'proofs.computed': 'phone | โทรศัพท์ | điện thoại | 手機 | 本机 | この端末',
  },
  {
    'proofs.balanced': '^The books balance | สมดุล รวม | cái cân bằng | 帳本平衡 | 账本平衡 | 元帳は一致',
    'proofs.unbalanced': 'do not | ไม่สมดุล | không cân bằng | 不平衡 | 不平衡 | 一致しません',
  },
  {
    'proofs.pointsBalanced': '^Points balance | สมดุล รวม | Điểm cân bằng | 積分平衡 | 积分平衡 | ポイントは一致',
    'proofs.pointsUnbalanced': 'do not | ไม่สมดุล | không cân bằng | 不平衡 | 不平衡 | 一致しません',
  },
  {
    'proofs.owed': 'Owed | ของสมาชิก | Phải trả | 應付 | 应付 | 債務',
    'proofs.houseSum': 'house | แพลตฟอร์ม | sàn | 平台 | 平台 | 運営',
  },
];
