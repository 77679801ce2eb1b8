import type { ReactNode } from 'react';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { languages } from '#web/platform/i18n/registry.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Row } from '#web/ui/layout/row.tsx';

/** The current language, linking to the list. */
export function LanguageRow(): ReactNode {
  const t = useText();
  const current = languages.find(({ locale }) => locale === localeStore.locale());
  return <Row icon="globe" title={t('shell.language')} value={current?.name} to="/yuyanshezhi" />;
}
