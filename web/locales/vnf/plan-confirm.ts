import type { Texts } from '../catalogue.ts';
import type { planConfirm as english } from '../en/plan-confirm.ts';

export const planConfirm: Texts<typeof english> = {
  title: 'Đặt kế hoạch này?',
  odds: 'Các lần backtest',
  ends: 'Vòng cuối đóng lúc',
  final: 'Sau khi đặt, kế hoạch chạy đến hết và không thể rút lại.',
  place: 'Đặt kế hoạch',
  back: 'Để sau',
  see: 'Xem kế hoạch này',
  sending: 'Đang đặt kế hoạch',
  noAnswer: 'Chưa có phản hồi. Cứ bấm lại: kế hoạch không bao giờ bị đặt hai lần.',
};
