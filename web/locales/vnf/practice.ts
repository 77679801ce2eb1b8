import type { Texts } from '../catalogue.ts';
import type { practice as english } from '../en/practice.ts';

export const practice: Texts<typeof english> = {
  title: 'Kế hoạch luyện tập',
  note: 'Luyện tập: tính ngay trên điện thoại này với các nến vừa đóng. Không đặt tiền, không ghi sổ.',
  choose: 'Thử cách khác',
  tooFew: 'Thị trường chưa có đủ nến đã đóng',
  real: 'Dùng lựa chọn này cho kế hoạch thật',
  firstSteps: 'Những bước đầu',
  try: 'Luyện tập với giờ vừa qua',
  place: 'Đặt kế hoạch đầu tiên',
};
