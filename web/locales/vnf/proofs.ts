import type { Texts } from '../catalogue.ts';
import type { proofs as english } from '../en/proofs.ts';

/** The proof of what is owed to members: the card on Assets, and the public roots. */
export const proofs: Texts<typeof english> = {
  cardTitle: 'Số dư của bạn có trong sổ cái',
  checking: 'Đang tính lại trên điện thoại này …',
  rootLine: 'Gốc Merkle {root} · {time} · tính lại trên điện thoại này',
  included: 'Có trong cây, tổng khớp',
  ownBalance: 'Lúc đó bạn có {balance} USDT',
  mismatchTitle: 'Số dư của bạn không tự chứng minh được',
  mismatchLine: 'Tính lại trên điện thoại này, cây Merkle cho kết quả khác. Hãy giữ trang này và hỏi chúng tôi.',
  claimed: 'Đã công bố',
  computed: 'Trên điện thoại này',
  differsRoot: 'Gốc Merkle',
  differsTotal: 'Phải trả toàn bộ thành viên',
  differsPath: 'Đường dẫn',
  differsPublished: 'Gốc Merkle công khai',
  differsBooks: 'Sàn và thành viên cộng lại',
  allRoots: 'Mọi gốc Merkle đã công bố',
  title: 'Nghĩa vụ phải trả, công khai',
  intro:
    'Mỗi giờ, một cây Merkle được dựng từ số dư của mọi thành viên. Gốc của cây được công bố ở đây, cạnh các tài khoản của sàn tại cùng thời điểm.',
  privacy:
    'Điện thoại của bạn tính lại gốc Merkle từ chính số dư của bạn, ở trang Tài sản. Các nút lá không nêu tên ai.',
  empty: 'Chưa có gốc Merkle nào',
  emptyText: 'Gốc đầu tiên sẽ có trong vòng một giờ.',
  rootAt: 'Gốc Merkle lúc {time}',
  root: 'Gốc Merkle',
  members: 'Thành viên',
  owed: 'Phải trả thành viên',
  houseTitle: 'Sàn tại cùng thời điểm',
  houseSum: 'Mọi tài khoản của sàn',
  together: 'Cộng lại',
  balanced: 'Sổ cái cân bằng: cộng lại bằng không',
  unbalanced: 'Sổ cái không cân bằng',
  earlier: 'Các gốc Merkle trước',
  earlierLine: '{total} USDT · {members} thành viên',
};
