import type { Texts } from '../catalogue.ts';
import type { proofs as english } from '../en/proofs.ts';

/** The proof of what is owed to members: the card on Assets, and the public roots. */
export const proofs: Texts<typeof english> = {
  cardTitle: '残高は元帳に含まれています',
  checking: 'この端末で再計算しています…',
  rootLine: 'ルートハッシュ {root} · {time} · この端末で再計算済み',
  included: '含まれています。合計も一致',
  ownBalance: 'その時点の残高は{balance} USDT',
  mismatchTitle: '残高を検証できませんでした',
  mismatchLine:
    'この端末で再計算した結果が公開されたマークルツリーと異なります。この画面を保存してお問い合わせください。',
  claimed: '公開値',
  computed: 'この端末',
  differsRoot: 'ルートハッシュ',
  differsTotal: '全会員への債務',
  differsPath: '経路',
  differsPublished: '公開されたルートハッシュ',
  differsBooks: '運営と会員の合計',
  allRoots: '公開されたすべてのルートハッシュ',
  title: '会員への債務を公開',
  intro:
    '毎時、全会員の残高から一つのマークルツリーを作ります。そのルートハッシュを、同じ時点の運営の口座とともにここに公開します。',
  privacy: '資産ページで、ご自身の残高からルートハッシュを端末が再計算します。リーフから個人は特定できません。',
  empty: 'ルートハッシュはまだありません',
  emptyText: '最初のものは1時間以内に公開されます。',
  rootAt: '{time}のルートハッシュ',
  root: 'ルートハッシュ',
  members: '会員数',
  owed: '会員への債務',
  houseTitle: '同じ時点の運営',
  houseSum: '運営の全口座',
  together: '合計',
  balanced: '元帳は一致：合計はゼロ',
  unbalanced: '元帳が一致しません',
  earlier: '以前のルートハッシュ',
  earlierLine: '{total} USDT · 会員{members}人',
};
