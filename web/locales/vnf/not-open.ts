import type { Texts } from '../catalogue.ts';
import type { notOpen as english } from '../en/not-open.ts';

/** Names of the features that are not open yet, and the page that says so. */
export const notOpen: Texts<typeof english> = {
  title: 'Chưa mở',
  text: '{feature} sắp ra mắt. Khi mở sẽ có thông báo.',
  draws: 'Quay thưởng hằng ngày',
  giving: 'Quyên góp',
  market: 'Trang thị trường nổi bật',
  rounds: 'Trung tâm giao dịch',
  redEnvelope: 'Lì xì',
  invitation: 'Mời bạn bè',
  chat: 'Chat chăm sóc khách hàng',
};
