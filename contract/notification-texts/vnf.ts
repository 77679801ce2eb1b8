import type { NotificationTexts } from './en.ts';

/** What notifications say, in Vietnamese. */
export const vnf = {
  planSettled: 'Kế hoạch đã tất toán',
  planVoided: 'Kế hoạch bị hủy, đã hoàn lại toàn bộ số tiền',
  depositConfirmed: 'Khoản nạp đã được ghi có',
  withdrawalPaid: 'Đã chi trả lệnh rút',
  withdrawalRefused: 'Lệnh rút bị từ chối',
  financingMatured: 'Khoản gửi sinh lời đã đáo hạn',
  orderWon: 'Cược thắng',
  orderReturned: 'Vòng vô hiệu, đã hoàn cược',
  prizeWon: 'Trúng giải quay thưởng hằng ngày',
  invitationRewarded: 'Đội của bạn mang lại điểm',
  securityAct: 'Bảo mật tài khoản của bạn',
  amount: '{amount} USDT',
  open: 'Mở trong Clearlot',
  securityBody: 'Tài khoản của bạn có thay đổi. Nếu không phải bạn, hãy mở Trung tâm bảo mật.',
  several: '{count} thông báo mới',
  severalBody: 'Mở danh sách trong Clearlot',
} as const satisfies NotificationTexts;
