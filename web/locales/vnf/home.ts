import type { Texts } from '../catalogue.ts';
import type { home as english } from '../en/home.ts';

export const home: Texts<typeof english> = {
  title: 'Clearlot',
  signedInAs: 'Đang đăng nhập: {name}',
  notices: 'Thông báo',
  unreadNotices: 'Thông báo, có mục chưa đọc',
  topMarkets: 'Đồng coin hàng đầu',
  checkIn: 'Điểm danh hằng ngày',
  ranking: 'Xếp hạng',
  name: 'Tên',
  last: 'Giá',
  change: 'Thay đổi',
  change24h: '24 giờ',
  noPrices: 'Chưa có giá',
  noPricesText: 'Giá sẽ hiện ở đây ngay khi nguồn thị trường gửi nến đầu tiên.',
  bots: 'Bot đang hoạt động',
  botsSample: 'Số liệu minh họa',
  traders: 'nhà giao dịch',
  botsCreated: 'bot đã tạo',
  botEarnings: 'lợi nhuận',
  onThisPlatform: 'Trên nền tảng này, từ sổ cái',
  members: 'thành viên',
  plansPlaced: 'kế hoạch đã đặt',
  netIncome: 'lãi ròng (USDT)',
  noneSettled: 'Chưa có kế hoạch nào tất toán',
  settledShare: '{settled} kế hoạch đã tất toán\u00a0· {share} có lãi',
};
