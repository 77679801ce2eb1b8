import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '../form/button.tsx';

interface ShowMoreProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** A button that loads the next page of a list, while there is one. */
export function ShowMore({ list }: ShowMoreProps): ReactNode {
  const t = useText();
  if (!list.hasNextPage) return null;
  return (
    <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t('security.showMore')}
    </Button>
  );
}
