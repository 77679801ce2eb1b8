import type { ReactNode } from 'react';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { pathOfEntry } from './help-groups.ts';
import { useListHelp } from './queries.ts';

/** Links to these help texts. */
export function HelpLinks({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const entries = useListHelp('').data ?? [];
  const found = ids.flatMap((id) => entries.filter((entry) => entry.kind === 'help' && entry.id === id));
  return (
    <RowList>
      {found.map((entry) => (
        <Row key={entry.id} title={entry.title} to={pathOfEntry(entry)} />
      ))}
    </RowList>
  );
}
