import type { Texts } from '../catalogue.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Texts<typeof english> = {
  languageNote: 'Áp dụng cho lần dùng này, trên điện thoại này',
  prices: 'Nguồn giá',
  pricesFailed: 'Không tải được nguồn giá',
  recordedRange: 'Bản ghi có {count} ngày trọn vẹn, từ {from} đến {to} (UTC).',
  staleCoins: 'Không có giá mới của {coins}: không nhận kế hoạch mới, các kế hoạch đang chạy sẽ chờ.',
  about: 'Về Clearlot',
  aboutText:
    'Kế hoạch giao dịch bằng tiền mô phỏng, con số nào cũng kiểm chứng được. Ở đây không mua bán thật, và không số dư nào quy ra tiền thật.',
  version: 'Phiên bản',
  install: 'Cài như ứng dụng',
  installText: 'Mở Clearlot ngay từ màn hình chính; khi mất mạng, ứng dụng sẽ báo cho bạn.',
  installed: 'Clearlot đã được cài trên điện thoại này',
  installByHand: 'Mở menu của trình duyệt rồi chọn “Thêm vào màn hình chính”.',
};
