import type { Texts } from '../catalogue.ts';
import type { recovery as english } from '../en/recovery.ts';

export const recovery: Texts<typeof english> = {
  title: 'Tài khoản của bạn đang được khôi phục',
  text: 'Có người báo đã mất ứng dụng xác thực, mã dự phòng và khóa truy cập của bạn, và hai nhân viên đã đồng ý gỡ bỏ. Việc này có hiệu lực lúc {time}; sau đó mọi thiết bị bị đăng xuất và tài khoản bị đóng băng một ngày. Không phải bạn? Hãy hủy ngay.',
  passwordText:
    'Có người báo đã quên mật khẩu đăng nhập của bạn và mất mọi cách đăng nhập khác, và hai nhân viên đã đồng ý thay bằng mật khẩu người đó chọn. Việc này có hiệu lực lúc {time}; sau đó ứng dụng xác thực, mã dự phòng và khóa truy cập bị gỡ, mọi thiết bị bị đăng xuất và tài khoản bị đóng băng một ngày. Không phải bạn? Hãy hủy ngay.',
  stop: 'Hủy khôi phục',
  asked: 'Là tôi yêu cầu',
  holds: 'Tài khoản đã được khôi phục. Có thể mở lại tài khoản từ {time}.',
  heldByTeam: 'Đội ngũ Clearlot đã đóng băng tài khoản này để bảo vệ. Bạn có thể mở từ {time}.',
  lost: 'Mất cả ứng dụng, mã dự phòng và mọi khóa truy cập? Hai nhân viên có thể cùng gỡ bỏ. Bạn được báo trên mọi thiết bị và có 72 giờ để hủy.',
};
