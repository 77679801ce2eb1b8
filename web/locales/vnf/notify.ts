import { vnf as messages } from '#contract/notification-texts/vnf.ts';
import type { Texts } from '../catalogue.ts';
import type { notify as english } from '../en/notify.ts';

export const notify: Texts<typeof english> = {
  ...messages,
  title: 'Thông báo',
  own: 'Của bạn',
  all: 'Tất cả',
  plans: 'Kế hoạch',
  deposits: 'Nạp',
  withdrawals: 'Rút',
  financing: 'Gửi sinh lời',
  rounds: 'Vòng',
  draws: 'Quay thưởng',
  team: 'Đội',
  security: 'Bảo mật',
  filter: 'Hiển thị',
  none: 'Chưa có gì',
  noneText:
    'Kế hoạch đã tất toán, khoản nạp đã ghi có, lệnh rút, khoản gửi sinh lời đáo hạn, cược thắng, quay thưởng trúng, điểm từ đội và thay đổi về bảo mật tài khoản sẽ hiện ở đây.',
  older: 'Xem các mục cũ hơn',
  source: 'Số tiền lấy từ sổ cái.',
  openIt: 'Mở',
  settings: 'Cài đặt thông báo',
  settingsText: 'Mục đã tắt vẫn nằm trong danh sách, nhưng không có tin trên màn hình hay trên thiết bị.',
  securityAlways: 'Thay đổi về bảo mật tài khoản luôn được thông báo.',
  push: 'Thông báo đẩy',
  pushText: 'Tin trên thiết bị này khi Clearlot đang đóng. Tin sẽ ngừng khi bạn đăng xuất tại đây.',
  pushTurnOn: 'Bật cho thiết bị này',
  pushTurnOff: 'Tắt cho thiết bị này',
  pushUnsupported: 'Trình duyệt này không hỗ trợ thông báo đẩy tại đây. Trên iPhone cần ứng dụng đã cài đặt.',
  pushDenied: 'Bạn đã chặn thông báo của trang này. Hãy cho phép trong cài đặt trình duyệt trước.',
  pushFailed: 'Dịch vụ đẩy của trình duyệt không trả lời. Vui lòng thử lại sau.',
  pushRefused: 'Bạn chưa cho phép, nên thiết bị này không nhận thông báo đẩy.',
  pushNoWorker:
    'Trình duyệt này không chạy nền tại đây nên không bật được thông báo đẩy. Hãy tải lại Clearlot rồi thử lại.',
  amounts: 'Hiện số tiền trong thông báo đẩy. Màn hình khóa cũng hiện chúng.',
  devices: 'Thiết bị nhận thông báo đẩy: {count}',
};
