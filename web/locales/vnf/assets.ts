import type { Texts } from '../catalogue.ts';
import type { assets as english } from '../en/assets.ts';

export const assets: Texts<typeof english> = {
  title: 'Tài sản',
  signedInAs: 'Đang đăng nhập: {name}',
  authorization: 'Tổng số dư',
  available: 'Số dư khả dụng',
  locked: 'Số dư khóa',
  accountWeight: 'Điểm hạng tài khoản',
  earningsToday: 'Lãi/lỗ hôm nay',
  incomeTotal: 'Tổng lãi/lỗ',
  postings: 'Mọi con số được cộng từ {count} bút toán',
  onePosting: 'Mọi con số cộng từ 1 bút toán',
  noPostings: 'Chưa có bút toán: mọi con số là 0',
  menu: 'Menu tài sản',
  withdraw: 'Rút tiền',
  deposits: 'Nạp tiền',
  financialRecords: 'Lịch sử tài chính',
  orderRecord: 'Lịch sử lệnh',
  invitation: 'Mời bạn bè',
  helpCenter: 'Trung tâm trợ giúp',
  tips: 'Điều cần biết',
  wallet: 'Ví',
  security: 'Trung tâm bảo mật',
  settings: 'Cài đặt',
  explainWeight: 'Điểm hạng là gì?',
  weightTitle: 'Về điểm hạng',
  weightSum:
    'Điểm hạng là tổng các mục được công bố: bảo mật tài khoản, điểm danh, kế hoạch đã tất toán, khoản nạp thử nghiệm đã xác nhận và lì xì. Điểm này mở cấp kế hoạch, đòn bẩy và hoạt động, ngoài ra không có tác dụng nào khác.',
  activationTitle: 'Kích hoạt',
  activationText:
    'Tài khoản được kích hoạt khi có 100 điểm đầu tiên. Trước đó, mỗi lúc chỉ một lệnh rút được chờ duyệt; sau đó thì nhiều lệnh. “Giới hạn một lệnh rút” ở đây chỉ có nghĩa như vậy.',
  neverCondition: 'Không lệnh rút nào bị từ chối vì điểm hạng, khoản nạp, lời mời hay khuyến\u00a0mãi.',
  activate: 'Kích hoạt điểm hạng',
  activateDone: 'Điểm hạng đã kích hoạt',
  activateText:
    'Khoản nạp thử nghiệm đã xác nhận cộng vào điểm hạng, cũng như điểm danh và kế hoạch đã tất toán. Nạp tiền là một cách để có 100 điểm đầu tiên, không phải điều kiện cho bất kỳ quyền lợi nào của bạn.',
  activateProgress: '{points}/{needed} điểm',
  depositAddress: 'Địa chỉ nạp thử nghiệm của bạn',
  noAddress: 'Có khi bạn nạp thử nghiệm lần đầu',
  toDeposits: 'Đến trang nạp tiền',
  understood: 'Đã hiểu',
};
