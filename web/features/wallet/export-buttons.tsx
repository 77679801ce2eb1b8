import type { ReactNode } from 'react';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { saveFile } from '#web/ui/feedback/save-file.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { type RecordFilter, useExportAccountRecords } from './queries.ts';
import { readableCsv } from './readable-csv.ts';

/** Saves the filtered records as a file: in the member's language and time zone, or as programs read them. */
export function ExportButtons({ filter }: { readonly filter: RecordFilter }): ReactNode {
  const t = useText();
  const format = useFormat();
  const exporting = useExportAccountRecords();
  const what = filter.asset === 'PTS' ? 'points' : 'records';
  const save = (name: string, written: (csv: string) => string) =>
    exporting.mutate(filter, {
      onSuccess({ csv, lines }) {
        saveFile(name, 'text/csv;charset=utf-8', written(csv));
        showToast(t('wallet.exported', { count: format.count(lines) }), 'success');
      },
      onError: showFailure,
    });
  const readable = (csv: string) =>
    readableCsv(csv, { t, format, tag: localeStore.tag(), zone: timeZoneStore.zone() ?? '' });
  return (
    <>
      <Button kind="outline" busy={exporting.isPending} onClick={() => save(`clearlot-${what}.csv`, readable)}>
        {t('wallet.export')}
      </Button>
      <Button kind="quiet" busy={exporting.isPending} onClick={() => save(`clearlot-${what}-plain.csv`, (csv) => csv)}>
        {t('wallet.exportPlain')}
      </Button>
    </>
  );
}
