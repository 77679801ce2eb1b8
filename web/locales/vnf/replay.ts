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
    'Thị trường này phát trọn từng ngày đã ghi theo thứ tự bí mật. Trước khi một ngày bắt đầu, người ngoài không ai biết, còn nhà vận hành thì có thể. Khi ngày đang phát, ai có bản ghi sẽ nhận ra nó trong một hai phút và tra được phần còn lại, tức là cả kết quả của một kế hoạch trong ngày đó. Vì vậy kết quả ở đây không nói lên tài năng, và không thứ hạng, điểm hạng, giải thưởng hay phần thưởng nào phụ thuộc vào nó. Trên sàn trực tiếp, không ai xem trước được.',
};
