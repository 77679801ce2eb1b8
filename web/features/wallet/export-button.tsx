import type { ReactNode } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { saveFile } from '#web/ui/feedback/save-file.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { type RecordFilter, useExportAccountRecords } from './queries.ts';

/** Saves the filtered records as a file. */
export function ExportButton({ filter }: { readonly filter: RecordFilter }): ReactNode {
  const t = useText();
  const format = useFormat();
  const exporting = useExportAccountRecords();
  const save = () =>
    exporting.mutate(filter, {
      onSuccess({ csv, lines }) {
        saveFile('clearlot-records.csv', 'text/csv;charset=utf-8', csv);
        showToast(t('wallet.exported', { count: format.count(lines) }), 'success');
      },
      onError: (error) => showToast(problemText(error) ?? '', 'failure'),
    });
  return (
    <Button kind="outline" busy={exporting.isPending} onClick={save}>
      {t('wallet.export')}
    </Button>
  );
}
