import type { Texts } from '../catalogue.ts';
import type { replay as english } from '../en/replay.ts';

export const replay: Texts<typeof english> = {
  title: 'Ngày đã ghi',
  hidden: 'Đây là ngày đã ghi nào sẽ được tiết lộ khi phát xong: {at}.',
  played: '{day}, giá × {factor}',
  proven: 'Điện thoại này rút ra các ngày từ khóa đã công bố, khóa đó dẫn tới cam kết mà kế hoạch được gắn vào.',
  wrong: 'Khóa đã công bố không dẫn tới cam kết mà kế hoạch được gắn vào. Hãy giữ bằng chứng và biên nhận.',
  foreign: 'Máy chủ hiện công bố một bản phát lại khác với bản mà kế hoạch được gắn vào.',
  knowable:
    'Bản phát lại phát trọn từng ngày đã ghi theo thứ tự bí mật. Nhà vận hành có thể biết những ngày sắp tới. Ai có bản ghi sẽ nhận ra một ngày trong một hai phút và tra được phần còn lại.',
};
