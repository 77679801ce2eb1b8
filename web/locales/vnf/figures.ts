import type { Texts } from '../catalogue.ts';
import type { figures as english } from '../en/figures.ts';

export const figures: Texts<typeof english> = {
  title: 'Nguồn của con số này',
  legend: 'Mỗi con số đo được trong Clearlot mang một dấu sau',
  rules: 'Giới hạn, phí và điều khoản là quy tắc đã công bố, như nhau cho mọi người',
  ledgerName: 'Sổ cái',
  ledgerShort: 'Sổ cái: cộng từ các bút toán',
  ledgerText:
    'Con số này được cộng từ các bút toán trong sổ cái. Mỗi bút toán thuộc một giao dịch cân đối, không bút toán nào bị sửa hay xóa.',
  marketName: 'Thị trường',
  marketShort: 'Thị trường: từ nến đã ghi hoặc trực tiếp',
  marketText:
    'Con số này được tính từ nến thị trường. Thị trường nào, trực tiếp hay phát lại bản ghi, luôn được nêu ở nơi hiển thị giá.',
  probeName: 'Đo đạc',
  probeShort: 'Đo đạc: do hệ thống tự đo',
  probeText: 'Con số này do chính hệ thống đang chạy đo được.',
  sampleName: 'Ví dụ',
  sampleTag: 'Ví dụ',
  sampleShort: 'Ví dụ: minh họa, không có thật',
  sampleText: 'Con số này chỉ để minh họa, không phản ánh điều gì đã xảy ra; con số thật nằm bên cạnh.',
};
