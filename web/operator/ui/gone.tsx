import type { ReactNode } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { Card } from '#web/ui/layout/card.tsx';

interface GoneProps {
  readonly title: string;
  readonly error: Error | null;
  readonly aside?: ReactNode;
}

/** In the place of what was deleted: nothing of it that was read before stays on the screen. */
export function Gone({ title, error, aside }: GoneProps): ReactNode {
  return (
    <Card title={title} aside={aside}>
      <p role="alert">{problemText(error)}</p>
    </Card>
  );
}
