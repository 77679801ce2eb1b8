import type { Texts } from '../catalogue.ts';
import type { termsSummary as english } from '../en/terms-summary.ts';

export const termsSummary: Texts<typeof english> = {
  paper: 'Mọi thứ ở đây là tiền mô phỏng. Số dư không thể mua, bán, quy ra tiền mặt hay trao đổi.',
  loss: 'Kế hoạch có thể lỗ tới mức lỗ tối đa được nêu trước khi bạn xác nhận, và không bao giờ hơn.',
  outcome:
    'Kế hoạch được tất toán theo chiến lược công khai trên nến đã ghi hoặc nến trực tiếp. Không ai ở Clearlot chọn được kết quả.',
  past: 'Kết quả trong quá khứ không bảo đảm điều gì cho tương lai.',
  age: 'Clearlot dành cho người từ 18 tuổi trở lên.',
};
