import type { Texts } from '../catalogue.ts';
import type { proofs as english } from '../en/proofs.ts';

/** The proof of what is owed to members: the card on Assets, and the public roots. */
export const proofs: Texts<typeof english> = {
  cardTitle: 'Số dư của bạn có trong sổ cái',
  checking: 'Đang tính lại trên điện thoại này …',
  rootLine: 'Gốc {root} · {time} · tính lại trên điện thoại này',
  included: 'Có trong cây, tổng khớp',
  ownBalance: 'Lúc đó bạn có {balance} USDT',
  mismatchTitle: 'Số dư của bạn không tự chứng minh được',
  mismatchLine: 'Tính lại trên điện thoại này, cây cho kết quả khác. Hãy giữ trang này và hỏi chúng tôi.',
  claimed: 'Đã công bố',
  computed: 'Trên điện thoại này',
  differsRoot: 'Gốc',
  differsTotal: 'Nợ tất cả thành viên',
  differsPath: 'Đường dẫn',
  differsPublished: 'Gốc công khai',
  differsBooks: 'Sàn và thành viên cộng lại',
  allRoots: 'Mọi gốc đã công bố',
  title: 'Khoản nợ thành viên, công khai',
  intro:
    'Mỗi giờ, một cây được dựng từ số dư của mọi thành viên. Gốc của cây được công bố ở đây, cạnh các tài khoản của sàn tại cùng thời điểm.',
  privacy: 'Điện thoại của bạn tính lại gốc từ chính số dư của bạn, ở trang Tài sản. Lá cây không nêu tên ai.',
  empty: 'Chưa có gốc nào',
  emptyText: 'Gốc đầu tiên sẽ có trong vòng một giờ.',
  rootAt: 'Gốc lúc {time}',
  root: 'Gốc',
  members: 'Thành viên',
  owed: 'Nợ thành viên',
  houseTitle: 'Sàn tại cùng thời điểm',
  houseSum: 'Mọi tài khoản của sàn',
  together: 'Cộng lại',
  balanced: 'Sổ cái cân bằng: cộng lại bằng không',
  unbalanced: 'Sổ cái không cân bằng',
  earlier: 'Các gốc trước',
  earlierLine: '{total} USDT · {members} thành viên',
};
