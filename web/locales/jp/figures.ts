import type { Texts } from '../catalogue.ts';
import type { figures as english } from '../en/figures.ts';

export const figures: Texts<typeof english> = {
  title: '数字の根拠',
  legend: 'Clearlotで測定された数字には、必ず次のどれかの印が付きます',
  rules: '限度額、手数料、条件は公開されたルールで、全員に共通です',
  ledgerName: '元帳',
  ledgerShort: '元帳：仕訳の合計',
  ledgerText: '元帳の仕訳を合計した数字です。仕訳はすべて貸借の一致した振替に属し、変更も削除もされません。',
  marketName: '相場',
  marketShort: '相場：記録またはライブのローソク足',
  marketText:
    '相場のローソク足から計算した数字です。どの市場か、ライブか記録のリプレイかは、価格のある場所に必ず表示します。',
  probeName: '計測値',
  probeShort: '計測値：稼働中のシステムで計測',
  probeText: '稼働中のシステム自身が計測した数字です。',
  sampleName: 'サンプル',
  sampleTag: 'サンプル',
  sampleShort: 'サンプル：説明用で、事実ではありません',
  sampleText: '説明用の数字で、実際の出来事ではありません。実際の数字はその隣にあります。',
};
