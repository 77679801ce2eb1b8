import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '../form/button.tsx';

interface ChartFailedProps {
  readonly message: string;
  readonly onRetry: () => void;
}

/** Over a chart of which something could not be loaded. */
export function ChartFailed({ message, onRetry }: ChartFailedProps): ReactNode {
  const t = useText();
  return (
    <>
      <p>{message}</p>
      <Button inline kind="outline" onClick={onRetry}>
        {t('shell.tryAgain')}
      </Button>
    </>
  );
}
