import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import type { IconName } from '#web/ui/picture/icon.tsx';

interface EntryCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly note?: string;
  readonly to: string;
}

/** A link to another part of the app, on a card of its own. */
export function EntryCard(link: EntryCardProps): ReactNode {
  return (
    <Card>
      <RowList label={link.title}>
        <Row {...link} />
      </RowList>
    </Card>
  );
}
