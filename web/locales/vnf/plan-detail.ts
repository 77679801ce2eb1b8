import type { Texts } from '../catalogue.ts';
import type { planDetail as english } from '../en/plan-detail.ts';

/** One plan: how far it is, how it ended, and its rounds. */
export const planDetail: Texts<typeof english> = {
  plan: 'Kế hoạch {id}',
  planUnknown: 'Kế hoạch này không tồn tại hoặc không phải của bạn.',
  planLine: '{amount} USDT\u00a0· {leverage}X\u00a0· {pair}\u00a0· {strategy}',
  bounds: 'Cấp {level}\u00a0· dừng ở {profit} hoặc {loss}',
  roundsDone: 'Đã đóng {done}/{total} vòng',
  nextResultAt: 'Kết quả vòng tiếp theo lúc {time}',
  endsAt: 'Vòng cuối đóng lúc {time}, trừ khi chạm ngưỡng và kết thúc sớm hơn',
  waitingForFirst: 'Kế hoạch đang chờ nến đầu tiên. Vòng đầu bắt đầu từ nến đó.',
  waitingForNext: 'Chưa có nến mới. Kế hoạch tiếp tục với nến kế tiếp.',
  endCompleted: 'Đã chạy hết các vòng',
  endMaximumProfit: 'Dừng sớm ở lãi tối đa',
  endMaximumLoss: 'Dừng sớm ở lỗ tối đa',
  endVoid: 'Bị hủy: nến không đến',
  shortfall: 'Phần vượt mức tối đa do sàn chịu: {amount} USDT',
  directionResult: 'hướng\u00a0· kết quả',
  long: 'Mua (Long)',
  short: 'Bán (Short)',
  flat: 'Đứng ngoài',
  feePaid: 'phí\u00a0{fee}',
  total: 'Tổng',
  noRounds: 'Chưa có vòng nào đóng.',
  jumpBefore: 'giá nhảy ngay trước đó, không tính vào vòng nào',
  planStart: 'Bắt đầu kế hoạch',
};
