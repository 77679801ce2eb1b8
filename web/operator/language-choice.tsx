import type { ReactNode } from 'react';
import { languages } from '#web/platform/i18n/registry.ts';
import { type ConsoleLocale, chooseConsoleLocale, consoleLocale, consoleLocales, useConsoleText } from './locale.ts';
import { Select } from './ui/select.tsx';

export function LanguageChoice(): ReactNode {
  const t = useConsoleText();
  const options = consoleLocales.map((locale) => ({
    value: locale,
    label: languages.find((language) => language.locale === locale)?.name ?? locale,
  }));
  return (
    <Select<ConsoleLocale>
      label={t('shell.language')}
      value={consoleLocale()}
      options={options}
      onChange={(locale) => void chooseConsoleLocale(locale)}
    />
  );
}
