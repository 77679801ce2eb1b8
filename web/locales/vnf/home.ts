import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: 'Đang đăng nhập: {name}',
  topMarkets: 'Đồng coin hàng đầu',
  ranking: 'Xếp hạng',
  name: 'Tên',
  last: 'Giá',
  change: 'Thay đổi',
  change24h: '24 giờ',
  noPrices: 'Chưa có giá',
  noPricesText: 'Giá sẽ hiện ở đây ngay khi nguồn thị trường gửi nến đầu tiên.',
};
