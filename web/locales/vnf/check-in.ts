import type { Texts } from '../catalogue.ts';
import type { checkIn as english } from '../en/check-in.ts';

export const checkIn: Texts<typeof english> = {
  text: 'Điểm được cộng vào tài khoản điểm hỗ trợ. Bạn có thể quyên góp điểm; điểm không phải tiền, không rút hay mua bán được.',
  zone: 'Ngày mới bắt đầu lúc nửa đêm theo múi giờ của bạn, {zone}.',
  yourPoints: 'Điểm hỗ trợ của bạn',
  checkIn: 'Điểm danh',
  done: 'Đã điểm danh',
  signed: 'Đã điểm danh',
  open: 'Chưa điểm danh',
};
