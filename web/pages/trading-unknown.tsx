import { type ReactNode, useState } from 'react';
import { CoinSheet } from '#web/features/market/coin-sheet.tsx';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';

/** For an address with a coin that the market does not have: says so, and offers those it has. */
export function TradingUnknown({ onChoose }: { readonly onChoose: (coin: string) => void }): ReactNode {
  const t = useText();
  const [choosing, setChoosing] = useState(false);
  return (
    <div role="alert">
      <EmptyState
        icon="question"
        title={errorText('coinUnknown')}
        action={{ label: t('plans.tradingArea'), onPress: () => setChoosing(true) }}
      />
      <CoinSheet open={choosing} chosen="" onChoose={onChoose} onClose={() => setChoosing(false)} />
    </div>
  );
}
