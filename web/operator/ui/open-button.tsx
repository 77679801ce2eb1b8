import type { ReactNode } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { useConsoleText } from '../locale.ts';

interface OpenButtonProps<Id> {
  readonly label: string;
  readonly id: Id;
  /** Of the row that is open; null for none. */
  readonly opened: Id | null;
  readonly onChange: (opened: Id | null) => void;
}

/** Opens a row's details below the list, and closes them again. */
export function OpenButton<Id>({ label, id, opened, onChange }: OpenButtonProps<Id>): ReactNode {
  const t = useConsoleText();
  const isOpen = id === opened;
  return (
    <Button inline kind="outline" onClick={() => onChange(isOpen ? null : id)}>
      {isOpen ? t('shell.close') : label}
    </Button>
  );
}
