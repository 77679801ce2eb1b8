import type { Texts } from '../catalogue.ts';
import type { basket as english } from '../en/basket.ts';

export const basket: Texts<typeof english> = {
  title: 'Rổ chỉ số',
  index: 'Chỉ số',
  since: 'Từ',
  chart: 'Chỉ số của {count} đồng coin: hiện là {last}, thay đổi {change} từ đầu',
  none: 'Chưa đủ nến để tính chỉ số',
  parts: 'Thành phần',
  partsText: 'Tỷ trọng trong rổ hiện tại, thay đổi từ đầu',
  what: 'Rổ chỉ số là gì',
  whatText:
    'Một con số cho nhiều đồng coin: cho biết những phần bằng nhau của mọi đồng coin niêm yết tại đây đã trở thành bao nhiêu. Một đồng coin giảm giá ảnh hưởng đến rổ ít hơn so với một tài khoản chỉ giữ riêng đồng đó.',
  how: 'Cách tính',
  howText:
    'Ở nến đầu tiên, mọi đồng coin có tỷ trọng như nhau và chỉ số bằng một trăm. Sau đó không có mua bán nào: đồng coin tăng giá sẽ có tỷ trọng lớn hơn. Chỉ số là trung bình của mọi mức giá, mỗi giá chia cho giá đầu tiên của nó, nhân một trăm. Chỉ số dùng cùng loại nến sáu giờ như các biểu đồ; nến nào một đồng coin không có thì bỏ qua cho tất cả.',
  notSold: 'Không có gì để mua',
  notSoldText: 'Rổ này chỉ để giải thích. Không thể mua nó, và không sản phẩm nào của Clearlot theo chỉ số này.',
  noTie: 'Không liên quan đến công ty nào',
  noTieText:
    'Địa chỉ của trang này chứa một cái tên mà một công ty cũng mang. Clearlot không liên quan đến bất kỳ công ty nào mang tên đó, và rổ này không phải là sản phẩm của công ty ấy.',
};
