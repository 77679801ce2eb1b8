import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { BoundMarketDetails, type BoundMarketProps } from './bound-market.tsx';

/** The market that a plan was bound to, on its own page. */
export function BoundMarketCard(props: BoundMarketProps): ReactNode {
  return (
    <Card>
      <BoundMarketDetails {...props} />
    </Card>
  );
}
