import type { MeaningGroup } from './meaning.fixture.ts';

/** Texts that the server answers and refuses with, and those of its notifications. */
export const answerMeanings: readonly MeaningGroup[] = [
  {
    'notifications.planSettled': 'settled | สรุปผล | tất toán | 結算 | 结算 | 決済',
    'notifications.planVoided': 'Plan void | แผนเป็นโมฆะ | bị hủy | 計劃作廢 | 计划作废 | プランは無効',
    'notifications.depositConfirmed': 'credited | ฝากเข้า | ghi có | 入帳 | 入账 | 反映',
    'notifications.withdrawalPaid': 'paid out | จ่าย | chi trả | 出金已完成 | 提现已完成 | 支払',
    'notifications.withdrawalRefused': 'refused | ปฏิเสธ | từ chối | 拒絕 | 拒绝 | 拒否',
    'notifications.financingMatured': 'matured | ครบกำหนด | đáo hạn | 到期 | 到期 | 満期',
    'notifications.orderWon': 'won | ชนะ | thắng | 中獎 | 中奖 | 当たり',
    'notifications.orderReturned': 'stake returned | คืนเดิมพัน | hoàn cược | 投注已退回 | 投注已退回 | 賭け金は返還',
  },
  {
    'notifications.prizeWon': 'daily draw | จับรางวัลรายวัน | quay thưởng hằng ngày | 每日抽獎 | 每日抽奖 | 毎日の抽選',
    'notifications.invitationRewarded': 'team | ทีม | Đội | 團隊 | 团队 | チーム',
  },
  {
    'errors.depositTooSmall': 'minimum | ขั้นต่ำ | tối thiểu | 最低 | 最低 | 最低',
    'errors.depositTooLarge': 'maximum | สูงสุด | tối đa | 最高 | 最高 | まで',
  },
  {
    'errors.amountOutsideQuota':
      '{minimum} to {maximum} | {minimum}–{maximum} | {minimum} đến {maximum} | {minimum} 至 {maximum} | {minimum} 至 {maximum} | {minimum}～{maximum}',
  },
  {
    'errors.amountOutsideProduct':
      '{minimum} to {maximum} | {minimum} ถึง {maximum} | {minimum} đến {maximum} | {minimum} 至 {maximum} | {minimum} 至 {maximum} | {minimum}～{maximum}',
  },
  {
    'errors.dailyLossLimit':
      '{loss}.* daily .*{limit}.*{left} | {loss}.*รายวัน {limit}.*{left} | {loss}.*mỗi ngày {limit}.*{left} | {loss}.*每日虧損上限 {limit}.*{left} | {loss}.*每日亏损上限 {limit}.*{left} | {loss}.*1日の損失上限{limit}.*{left}',
    'errors.weeklyLossLimit':
      '{loss}.* weekly .*{limit}.*{left} | {loss}.*รายสัปดาห์ {limit}.*{left} | {loss}.*mỗi tuần {limit}.*{left} | {loss}.*每週虧損上限 {limit}.*{left} | {loss}.*每周亏损上限 {limit}.*{left} | {loss}.*1週間の損失上限{limit}.*{left}',
  },
  {
    'errors.levelLockedByWeight': 'weight | คะแนนสะสม | điểm hạng | 等級積分 | 成长值 | ランクポイント',
    'errors.levelLockedByBalance': 'available | ยอดที่ใช้ได้ | khả dụng | 可用額度 | 可用额度 | 利用可能額',
    'errors.levelClosed': 'no new plans | ไม่รับแผนใหม่ | không nhận | 不接受 | 不接受 | 受け付けていません',
  },
  {
    'errors.depositEnded': 'is over | สิ้นสุด | kết thúc | 已結束 | 已结束 | 終了',
    'errors.depositProven': 'already | มีหลักฐานอยู่แล้ว | đã có bằng | 已有 | 已有 | すでに',
    'errors.depositUnproven': 'has no | ไม่มีหลักฐาน | không có | 沒有 | 没有 | ありません',
  },
  {
    'errors.transactionUnknown': 'not know | ไม่พบ | Mạng không có | 找不到 | 找不到 | 見つかりません',
    'errors.transactionPending': 'not in a block | ยังไม่อยู่ในบล็อก | chưa được | 尚未寫入 | 打包 | まだブロック',
    'errors.transactionFailed': 'failed | ล้มเหลว | thất bại | 失敗 | 失败 | 失敗',
    'errors.transactionOtherToken': 'token | โทเคน | token | 代幣 | 代币 | トークン',
    'errors.transactionNotYours':
      'address of yours | เข้าที่อยู่ของคุณ | tới địa chỉ | 不是您的地址 | 不是您的地址 | ご自身の',
    'errors.transactionTooOld': 'older | ก่อนที่อยู่ | có trước | 早於 | 早于 | より前',
  },
  {
    'errors.oldPasswordWrong': 'current | ปัจจุบัน | hiện tại | 目前 | 当前 | 現在の',
    'errors.withdrawalPasswordWrong': 'withdrawal | ถอนเงิน | rút tiền | 出金 | 提现 | 出金',
  },
  {
    'errors.withdrawalPasswordMissing': 'enter | กรุณากรอก | nhập mật khẩu rút tiền$ | 輸入 | 输入 | 入力して',
    'errors.withdrawalPasswordUnset': 'set | ตั้ง | đặt | 設定 | 设置 | 設定',
    'errors.withdrawalPasswordLocked': 'Too many | หลายครั้งเกินไป | quá nhiều | 次數過多 | 次数过多 | 多すぎ',
  },
  {
    'errors.accountFrozen':
      'Security Center | ศูนย์ความปลอดภัย | trung tâm bảo mật | 安全中心 | 安全中心 | セキュリティセンター',
    'errors.freezeHolds': 'recovery | การกู้คืน | khôi phục | 復原 | 恢复 | 復旧',
    'errors.operatorFreezeHolds': 'team | ทีม | Đội ngũ | 團隊 | 团队 | チーム',
  },
  {
    'errors.withdrawalInReview': 'still | ยังอยู่ระหว่างตรวจ | vẫn đang | 仍在 | 仍在 | まだ審査中',
    'errors.withdrawalNotCancellable': 'cannot | ไม่ได้ | không thể | 無法 | 无法 | 取り消せません',
  },
  {
    'errors.authenticatorSet': 'already | ไว้แล้ว | đã được | 已啟用 | 已启用 | すでに',
    'errors.authenticatorUnset': 'No | ยังไม่ | Chưa | 尚未 | 尚未 | ていません',
  },
  {
    'errors.roundClosed': 'no more bets | ปิดรับ | ngừng nhận | 停止投注 | 停止投注 | 受付は終了',
    'errors.roundRunning': 'still running | ยังไม่จบ | chưa kết thúc | 尚未結束 | 尚未结束 | 終わっていません',
  },
  {
    'errors.productClosed': 'closed | ปิดรับ | đã đóng | 關閉 | 关闭 | 終了',
    'errors.productPaused': 'no new | ไม่รับ | không nhận | 不接受 | 不接受 | 受け付けていません',
    'errors.productRateChanged': 'changed | เปลี่ยน | thay đổi | 變更 | 变更 | 変わりました',
  },
  {
    'confirmations.accountNowFrozen': 'is frozen | ^ระงับ | đóng băng | 已凍結 | 已冻结 | 凍結しました',
    'confirmations.accountNowUnfrozen': 'is lifted | ^ยกเลิก | Đã mở lại | 已解除 | 已解除 | 解除しました',
  },
  {
    'confirmations.withdrawalRequested': 'review | ตรวจสอบ | xét duyệt | 送審 | 送审 | 審査',
    'confirmations.withdrawalCancelled': 'cancelled | ยกเลิก | hủy | 取消 | 取消 | 取り消しました',
  },
  {
    'confirmations.subscribed': 'Subscribed | ลงทุนแล้ว | tham gia | 申購 | 申购 | 申し込み',
    'confirmations.redeemed': 'Redeemed | ไถ่ถอน | rút | 贖回 | 赎回 | 解約',
  },
  {
    'confirmations.withdrawalPasswordSaved': 'is set | ตั้ง | Đã đặt | 已設定 | 已设置 | 設定',
    'confirmations.withdrawalPasswordResetWaits': 'in 24 hours | ใน 24 | sau 24 | 24 小時 | 24 小时 | 24時間',
    'confirmations.withdrawalPasswordKept': 'stays | ยังคงเดิม | giữ nguyên | 維持不變 | 保持不变 | そのまま',
  },
  {
    'confirmations.cardSaved': 'saved | บันทึก | Đã lưu | 儲存 | 保存 | 保存',
    'confirmations.cardKept': 'stays | ยังคงเดิม | giữ nguyên | 維持不變 | 保持不变 | そのまま',
  },
  {
    'confirmations.authenticatorOn': 'is on | เปิดใช้ | bật | 已啟用 | 已启用 | 有効',
    'confirmations.authenticatorOff': 'is off | ^ปิด | tắt | 已停用 | 已停用 | 無効',
  },
  {
    'confirmations.passkeyAdded': 'added | เพิ่ม | thêm | 新增 | 添加 | 追加',
    'confirmations.passkeyRemoved': 'removed | ลบ | gỡ | 移除 | 移除 | 削除',
  },
  {
    'confirmations.pushDeviceAdded': 'from now on | จะได้รับ | Từ bây giờ | 現在起 | 现在起 | 受け取ります',
    'confirmations.pushDeviceRemoved': 'no more | ไม่ได้รับ | không còn | 不再 | 不再 | 受け取りません',
  },
  {
    'confirmations.limitSaved': 'Saved | บันทึก | Đã lưu | 已儲存 | 已保存 | 保存',
    'confirmations.limitKept': 'Called off | ยกเลิก | Đã hủy | 取消 | 取消 | 取り消し',
  },
  {
    'confirmations.signedIn': 'in$ | เข้าสู่ | nhập | 登入 | 已登录 | ログイン',
    'confirmations.signedOut': 'out | ออกจาก | xuất | 登出 | 退出 | ログアウト',
  },
  {
    'confirmations.orderPlaced': 'placed | วางเดิมพัน | đặt cược | 成功 | 成功 | 受け付け',
    'confirmations.followCancelled': 'cancelled | ยกเลิก | hủy | 取消 | 取消 | 取り消し',
  },
];
