import type { ReactNode } from 'react';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { languages } from '#web/platform/i18n/registry.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** The languages by their own names; a tap switches at once. */
export function LanguageList({ onChosen }: { readonly onChosen?: () => void }): ReactNode {
  const t = useText();
  const current = localeStore.locale();
  const unreachable = () => showToast(t('shell.unreachable'), 'failure');
  return (
    <RowList label={t('shell.language')}>
      {languages.map(({ locale, name }) => (
        <Row
          key={locale}
          title={name}
          selected={locale === current}
          onPress={() => void localeStore.choose(locale).then(onChosen, unreachable)}
        />
      ))}
    </RowList>
  );
}
