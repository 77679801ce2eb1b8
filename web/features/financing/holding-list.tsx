import { type ReactNode, useState } from 'react';
import { type HoldingState, holdingStates } from '#contract/financing.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go, useGo } from '#web/platform/navigation/link.tsx';
import { useFailureToast } from '#web/ui/feedback/outcome-toasts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { HoldingCard } from './holding-card.tsx';
import { useListHoldings } from './queries.ts';

interface HoldingListProps {
  /** The one holding that is shown; null for all of them. */
  readonly only: string | null;
  /** Draws links that concern the holding of an id. */
  readonly links: (id: string) => ReactNode;
}

/** The member's holdings by state. */
export function HoldingList({ only, links }: HoldingListProps): ReactNode {
  const t = useText();
  const [state, setState] = useState<HoldingState | 'all'>('all');
  const holdings = useListHoldings(state, only);
  useFailureToast(holdings.error);
  return (
    <>
      {only === null ? (
        <Segmented
          label={t('financing.filter')}
          value={state}
          onChange={setState}
          segments={(['all', ...holdingStates] as const).map((value) => ({ value, label: t(`financing.${value}`) }))}
        />
      ) : (
        <Go to="/touzijilu">{t('financing.showAll')}</Go>
      )}
      <PagedList list={holdings} height={180} radius={14} empty={<NoHoldings />} moreText={t('financing.showMore')}>
        {(rows) => rows.map((holding) => <HoldingCard key={holding.id} holding={holding} links={links(holding.id)} />)}
      </PagedList>
    </>
  );
}

function NoHoldings(): ReactNode {
  const t = useText();
  const go = useGo();
  return (
    <EmptyState
      icon="records"
      title={t('financing.empty')}
      action={{ label: t('financing.products'), onPress: () => go('/fund') }}
    >
      {t('financing.emptyText')}
    </EmptyState>
  );
}
