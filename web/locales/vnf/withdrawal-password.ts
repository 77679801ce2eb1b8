import type { Texts } from '../catalogue.ts';
import type { withdrawalPassword as english } from '../en/withdrawal-password.ts';

export const withdrawalPassword: Texts<typeof english> = {
  forgotten: 'Tôi đã quên mật khẩu',
  remembered: 'Tôi nhớ ra rồi',
  text: 'Với mật khẩu đăng nhập và mã trong hình, bạn chọn mật khẩu mới. Nó có hiệu lực sau 24 giờ. Trước đó mật khẩu cũ vẫn dùng được, và bạn có thể hủy từ bất kỳ thiết bị nào của mình.',
  waits: 'Mật khẩu rút tiền mới đang chờ',
  waitsText:
    'Có hiệu lực từ {time}; trước đó mật khẩu cũ vẫn dùng được. Nếu không phải bạn yêu cầu, hãy hủy và đổi mật khẩu đăng nhập.',
  keep: 'Hủy yêu cầu',
};
