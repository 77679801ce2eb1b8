import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts of deposits and withdrawals. */
export const transferMeanings: readonly MeaningGroup[] = [
  {
    'deposits.requested': 'Requested | คำขอ | yêu cầu | 申請 | 申请 | 申請',
    'deposits.seen': 'Confirming | ยืนยัน | xác nhận | 確認 | 确认 | 承認',
    'deposits.confirmed': 'Credited | เข้าบัญชี | ghi có | 入帳 | 入账 | 反映',
    'deposits.rejected': 'Rejected | ปฏิเสธ | từ chối | 已拒絕 | 已拒绝 | 却下',
  },
  {
    'deposits.underMinimum': 'Under | ต่ำกว่าขั้นต่ำ | Dưới | 低於 | 低于 | 未満',
    'deposits.overMaximum': 'Over | เกินขั้นสูง | Trên | 超過 | 超过 | 超過',
    'deposits.nothingCameIn': 'Nothing | ไม่มีเงินเข้า | Không có tiền | 沒有到帳 | 没有到账 | 着金なし',
    'deposits.otherProof': 'Proof | หลักฐาน | Bằng chứng | 證明 | 凭证 | 証明',
    'deposits.announcedBefore': 'twice | ขอซ้ำ | hai lần | 重複 | 重复 | 二重',
  },
  {
    'deposits.belowMinimum':
      'Less than the minimum | ต่ำกว่าขั้นต่ำ | thấp hơn mức tối thiểu | 低於最低 | 低于最低 | 最小額.*下回り',
    'deposits.aboveMaximum':
      'More than the maximum | เกินขั้นสูง | cao hơn mức tối đa | 超過最高 | 超过最高 | 最大額.*上回り',
    'deposits.notReceived':
      'No transfer | ไม่มีเงินเข้าสำหรับ | Không có khoản chuyển | 沒有到帳 | 没有到账 | 送金がなかった',
    'deposits.proofInvalid': 'proof | หลักฐาน | Bằng chứng | 證明 | 凭证 | 証明',
    'deposits.announcedTwice': 'twice | ขอซ้ำ | hai lần | 重複 | 重复 | 二重',
  },
  {
    'deposits.waiting': 'Waiting | ^รอ | Đang chờ | 等待 | 等待 | 待ち',
    'deposits.credited': 'Credited to | เข้ายอด | Đã ghi có | 已計入 | 已计入 | 反映しました',
    'deposits.rejectedText': 'rejected | ปฏิเสธ | từ chối | 拒絕 | 拒绝 | 却下',
  },
  {
    'deposits.requestedAt': 'Requested | ขอ | Yêu cầu | 申請 | 申请 | 申請',
    'deposits.confirmedAt': 'Credited | เข้าบัญชี | Ghi có | 入帳 | 入账 | 反映',
    'deposits.reviewedAt': 'Proof | หลักฐาน | bằng chứng | 證明 | 凭证 | 証明',
  },
  {
    'deposits.amountHint':
      '{minimum} to {maximum} | {minimum} ถึง {maximum} | {minimum} đến {maximum} | {minimum} 至 {maximum} | {minimum} 至 {maximum} | {minimum}～{maximum}',
  },
  {
    'deposits.confirmations':
      '{done} of {needed | {done} จาก {needed} | {done}/{needed} | {done}/{needed} | {done}/{needed} | {done}/{needed}',
  },
  {
    'deposits.proofRemove': 'Remove | ลบ | Bỏ ảnh | 移除 | 移除 | 取り消す',
    'deposits.proofAgain': 'again | อีกครั้ง | Gửi lại | 重新傳送 | 重新发送 | 再送信',
    'deposits.proofOther': 'Choose | เลือก | Chọn | 選擇 | 选择 | 選択',
  },
  {
    'deposits.proofSending': 'Sending | กำลังส่ง | Đang gửi | 正在 | 正在 | 送信中',
    'deposits.proofSent': 'is sent | ส่งรูปภาพแล้ว | Đã gửi | 已傳送 | 已发送 | 送信しました',
    'deposits.proofNotSent': 'not sent | ยังไม่ถูกส่ง | chưa được gửi | 未傳送 | 未发送 | 送信されていません',
  },
  {
    'withdrawals.requested': 'Requested | คำขอ | yêu cầu | 申請 | 申请 | 申請',
    'withdrawals.inReview': 'review | รอตรวจสอบ | xét duyệt | 審核 | 审核 | 審査',
    'withdrawals.sent': 'Sent | ^ส่งแล้ว | Đã gửi | 送出 | 送出 | 送金',
    'withdrawals.done': 'Done | สำเร็จ | Hoàn tất | 完成 | 完成 | 完了',
    'withdrawals.refused': 'Refused | ปฏิเสธ | từ chối | 拒絕 | 拒绝 | 拒否',
    'withdrawals.cancelled': 'Cancelled | ยกเลิก | hủy | 已取消 | 已取消 | 取り消し',
  },
  {
    'withdrawals.requestedText': 'yours | ยังเป็นของคุณ | vẫn là của bạn | 仍是您的 | 仍是您的 | ご自身のもの',
    'withdrawals.inReviewText': 'review | ตรวจ | Xét | 審核 | 审核 | 審査',
    'withdrawals.sentText': 'Handed | ส่งต่อ | kênh chi trả | 已交給 | 已交给 | 渡しました',
    'withdrawals.doneText': '^Paid out | ^จ่ายแล้ว | ^Đã chi trả | 已付出 | 已付出 | 支払いました',
    'withdrawals.refusedText': 'Not paid out | ไม่ได้จ่าย | Không chi trả | 未付出 | 未付出 | 支払われませんでした',
    'withdrawals.cancelledText': 'You took it back | คุณยกเลิกแล้ว | Bạn đã hủy | 您已取消 | 您已取消 | 取り消しました',
  },
  {
    'withdrawals.nameMismatch': 'does not match | ไม่ตรง | không khớp | 不符 | 不符 | 一致しません',
    'withdrawals.noDestination': 'cannot be paid | ไม่ได้ | Không thể | 無法付款 | 无法付款 | 支払えません',
    'withdrawals.accountFrozen': 'frozen | ระงับ | đóng băng | 已凍結 | 已冻结 | 凍結',
  },
  {
    'withdrawals.requestedAt': 'Requested | ขอ | yêu cầu | 申請 | 申请 | 申請',
    'withdrawals.sentAt': 'Sent | ส่ง | gửi | 送出 | 送出 | 送金',
    'withdrawals.endedAt': 'Ended | สิ้นสุด | kết thúc | 結束 | 结束 | 終了',
  },
  {
    'withdrawals.cancel': 'Cancel | ยกเลิก | Hủy | 取消 | 取消 | 取り消す',
    'withdrawals.keepIt': 'Keep | เก็บไว้ | Giữ | 保留 | 保留 | そのまま',
  },
  {
    'withdrawals.toBank': 'bank | ธนาคาร | ngân hàng | 銀行 | 银行 | 銀行',
    'withdrawals.toAddress': 'address | ที่อยู่ | địa chỉ | 地址 | 地址 | アドレス',
  },
  {
    'withdrawals.fee': 'Fee | ค่าธรรมเนียม | Phí | 手續費 | 手续费 | 手数料',
    'withdrawals.actualReceipt': 'receipt | ได้รับจริง | Thực nhận | 實收 | 到账 | 受取額',
  },
  {
    'withdrawals.nameMatches': 'matches | ตรงกับ | khớp | 相符 | 相符 | 一致',
    'withdrawals.nameTaken': 'must be yours | ต้องเป็นชื่อ | phải đứng tên bạn | 必須是您 | 必须是您 | 本人名義',
  },
  {
    'withdrawals.nameDiffers':
      'card is.*{card}.*profile.*{name} | บัตร.*{card}.*โปรไฟล์.*{name} | Thẻ.*{card}.*hồ sơ.*{name} | 持卡人.*{card}.*個人資料.*{name} | 持卡人.*{card}.*个人资料.*{name} | カード.*{card}.*プロフィール.*{name}',
  },
  {
    'withdrawals.approvalsText':
      '{done} of {needed | {done} จาก {needed} | {done} trên {needed} | {needed} 人中已有 {done} | {needed} 人中已有 {done} | {needed}人中{done}',
  },
  {
    'withdrawals.cardReplace': 'Replace | เปลี่ยน | Đổi | 更換 | 更换 | 変更',
    'withdrawals.cardKeep': 'Keep | เก็บบัตรเดิม | Giữ thẻ cũ | 保留 | 保留 | 残す',
  },
  {
    'withdrawals.cardName': 'Name | ชื่อ | Tên | 姓名 | 姓名 | 名義',
    'withdrawals.cardNumber': 'number | หมายเลข | Số | 號 | 号 | 番号',
    'withdrawals.cardBank': 'Bank | ธนาคาร | Ngân hàng | 銀行 | 银行 | 銀行',
  },
];
