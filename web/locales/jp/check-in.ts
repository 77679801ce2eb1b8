import type { Texts } from '../catalogue.ts';
import type { checkIn as english } from '../en/check-in.ts';

export const checkIn: Texts<typeof english> = {
  text: 'ポイントは支援ポイントの口座に入ります。寄付に使えますが、お金ではなく、出金や売買はできません。',
  zone: '一日はお客様のタイムゾーン（{zone}）の午前0時に始まります。',
  yourPoints: 'お持ちの支援ポイント',
  checkIn: 'チェックインする',
  done: 'チェックイン済み',
  signed: 'チェックイン済み',
  open: '未チェックイン',
};
