import type { ReactNode } from 'react';
import type { MarketRow } from '#contract/market.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Price, PriceChange } from '#web/ui/figure/amounts.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { CoinIcon } from '#web/ui/picture/coin-icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './coin-sheet.module.css';
import { useListMarkets } from './queries/market.ts';

export interface CoinChoicesProps {
  readonly chosen: string;
  readonly onChoose: (coin: string) => void;
}

interface CoinSheetProps extends CoinChoicesProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const listHeight = 455;

/** The coin picker, with prices and the day's change. */
export function CoinSheet({ open, onClose, chosen, onChoose }: CoinSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('plans.tradingArea')} height={listHeight}>
      <CoinChoices chosen={chosen} onChoose={onChoose} />
    </Sheet>
  );
}

function CoinChoices({ chosen, onChoose }: CoinChoicesProps): ReactNode {
  const t = useText();
  const { data: rows, isError, refetch } = useListMarkets();
  if (!rows) return isError && <ErrorState message={t('market.marketsFailed')} onRetry={() => void refetch()} />;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.coin}>
          <Choice row={row} chosen={row.coin === chosen} onChoose={() => onChoose(row.coin)} />
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  readonly row: MarketRow;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ row, chosen, onChoose }: ChoiceProps): ReactNode {
  const change = row.changePercent / 100;
  return (
    <button
      type="button"
      className={classNames(styles.row, chosen && styles.chosen)}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <CoinIcon coin={row.coin} path={row.iconPath} size={32} />
      <span className={styles.name}>
        {row.coin}
        <span className={styles.quote}>/{row.quote}</span>
      </span>
      <Price source="market" price={row.last} decimals={row.priceDecimals} className={styles.price} />
      <PriceChange source="market" ratio={change} className={styles.change} />
    </button>
  );
}
