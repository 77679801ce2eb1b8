import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { saveFile } from '#web/ui/feedback/save-file.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useConsoleText } from '../locale.ts';
import { csvOf } from './csv.ts';

interface SaveCsvProps {
  readonly name: string;
  readonly head: readonly string[];
  /** All of them, read now. */
  readonly rows: () => Promise<readonly (readonly string[])[]> | readonly (readonly string[])[];
}

/** Saves a list as a file. */
export function SaveCsv({ name, head, rows }: SaveCsvProps): ReactNode {
  const t = useConsoleText();
  const saving = useMutation({
    mutationFn: async () => saveFile(name, 'text/csv', csvOf(head, await rows())),
  });
  return (
    <>
      <Button inline kind="outline" busy={saving.isPending} onClick={() => saving.mutate()}>
        {t('shell.csv')}
      </Button>
      {saving.error === null ? null : <p role="alert">{problemText(saving.error)}</p>}
    </>
  );
}
