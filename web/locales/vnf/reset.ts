import type { Texts } from '../catalogue.ts';
import type { reset as english } from '../en/reset.ts';

export const reset: Texts<typeof english> = {
  title: 'Quên mật khẩu đăng nhập',
  ways: 'Cách chứng minh đó là bạn',
  byCode: 'Mã',
  byPasskey: 'Khóa truy cập',
  byOperators: 'Không có',
  factorText: 'Với một mã dự phòng, hoặc hai mã liên tiếp của ứng dụng xác thực, mật khẩu mới có hiệu lực ngay.',
  passkeyText: 'Với một khóa truy cập của tài khoản này, mật khẩu mới có hiệu lực ngay.',
  operatorsText:
    'Nếu không còn cách nào, hai nhân viên sẽ xác minh đó là bạn. Mật khẩu mới có hiệu lực 72 giờ sau khi họ đồng ý, đồng thời ứng dụng xác thực, mã dự phòng và khóa truy cập bị gỡ. Trước đó có thể hủy trên mọi thiết bị đang đăng nhập, và việc dùng mật khẩu cũng sẽ hủy yêu cầu.',
  after: 'Sau đó mọi thiết bị bị đăng xuất, và trong một ngày không thể rút tiền hay đặt kế hoạch.',
  next: 'Mã tiếp theo của ứng dụng',
  nextHint: 'Đợi ứng dụng hiện mã khác rồi nhập mã đó',
  set: 'Đặt mật khẩu mới',
  ask: 'Yêu cầu mật khẩu mới',
  asked: 'Đã lưu yêu cầu của bạn',
  copyNumber: 'Sao chép số',
  askedText: 'Gửi số này cho nhân viên trong vòng 7 ngày và nhớ mật khẩu mới: không ai khác biết.',
};
