import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** Where the pages of rounds lead to each other. */
export function RoundsMenu({ here }: { readonly here: string }): ReactNode {
  const t = useText();
  const pages = [
    { to: '/game', icon: 'play', label: t('rounds.game') },
    { to: '/myOrderInfo', icon: 'records', label: t('rounds.myBets') },
    { to: '/haoma', icon: 'bars', label: t('rounds.numbers') },
    { to: '/fairness', icon: 'check', label: t('rounds.fairness') },
  ] as const;
  return (
    <Card>
      <RowList label={t('rounds.center')}>
        {pages
          .filter(({ to }) => to !== here)
          .map(({ to, icon, label }) => (
            <Row key={to} icon={icon} title={label} to={to} />
          ))}
      </RowList>
    </Card>
  );
}
