/** The coin that screens are prerendered with, see `trading-choices.ts`. */
const prerenderedCoin = 'ETH';

/**
 * Takes the coin out of a screen's texts, so that `--coin` says it: a page opened with another one never shows this one. The whole text is
 * generated, for a text in two pieces is set a fraction of a pixel wider than in one, and would move when the app takes over.
 */
export function withShownCoin(html: string) {
  const shown = html.replace(
    new RegExp(`>([^<]*?)\\b${prerenderedCoin}\\b([^<]*)(?=<)`, 'g'),
    '><span class="coin" data-before="$1" data-after="$2"></span>',
  );
  const css = `.coin::before{content:attr(data-before) var(--coin,"${prerenderedCoin}") attr(data-after)}`;
  return { html: shown, css: shown === html ? '' : css };
}

/**
 * The coin that the trading screen opens with: of its address, else of this tab's last visit by the same member. Null where there is
 * none, or the address has something that is no symbol.
 */
export function coinToShow(search: string, draft: string | null, member: string | null): string | null {
  const [owner, remembered = ''] = (draft ?? '').split(' ');
  const coin =
    new URLSearchParams(search).get('coin') ?? (owner === member ? new URLSearchParams(remembered).get('coin') : null);
  return coin !== null && /^[A-Z0-9]{2,12}$/.test(coin) ? coin : null;
}
