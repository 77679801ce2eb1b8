import type { Texts } from '../catalogue.ts';
import type { weight as english } from '../en/weight.ts';

export const weight: Texts<typeof english> = {
  title: 'Điểm hạng của bạn',
  activated: 'Đã kích hoạt',
  notActivated: 'Chưa kích hoạt',
  activation: 'Kích hoạt',
  next: 'Thêm {points} điểm sẽ mở cấp {level}',
  top: 'Mọi cấp đều đã mở',
  ladder: 'Điểm nào mở điều gì',
  leverage: 'Đòn bẩy đến {leverage}X',
  several: 'Nhiều lệnh rút được xét cùng lúc',
  here: 'Bạn ở đây',
  earns: 'Điểm đến từ đâu',
  'kind-depositConfirmed': 'Một khoản nạp thử nghiệm được xác nhận',
  'kind-planSettled': 'Một kế hoạch tất toán, dù lãi hay lỗ',
  'kind-withdrawalPasswordSet': 'Đặt mật khẩu rút tiền lần đầu',
  'kind-cardBound': 'Liên kết thẻ ngân hàng lần đầu',
  each: 'Mỗi lần',
  once: 'Một lần',
  entries: 'Các mục điểm của bạn',
  entriesText: 'Cộng lại thành điểm của bạn. Không mục nào bị sửa hay bị trừ.',
  after: 'Điểm {score}',
  empty: 'Chưa có mục nào',
  emptyText:
    'Khoản nạp thử nghiệm, kế hoạch tất toán, mật khẩu rút tiền hoặc thẻ ngân hàng đầu tiên mang lại những điểm đầu tiên.',
};
