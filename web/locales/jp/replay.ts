import type { Texts } from '../catalogue.ts';
import type { replay as english } from '../en/replay.ts';

export const replay: Texts<typeof english> = {
  title: '記録された日',
  hidden: 'どの記録日だったかは、再生が終わると明かされます：{at}',
  played: '{day}、価格 × {factor}',
  proven: 'この端末が公開された鍵から選び直しました。鍵は、プランが結び付けられたコミットメントに一致します。',
  wrong: '公開された鍵は、プランが結び付けられたコミットメントに一致しません。証明データと受領証を保管してください。',
  foreign: 'サーバーが現在公開しているリプレイは、プランが結び付けられたものではありません。',
  knowable:
    'リプレイは記録された丸一日を秘密の順番で再生します。運営者は先の日を知りえます。記録を持つ人は一、二分でどの日か見分け、その残りを調べられます。',
};
