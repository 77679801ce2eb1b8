import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { languages } from '#web/platform/i18n/registry.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { type ThemeChoice, themeStore } from '#web/platform/theme.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row, RowList } from '#web/ui/row.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { showToast } from '#web/ui/toast.tsx';
import styles from './language-button.module.css';

/** Opens the choice of language and appearance. */
export function LanguageButton(): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="globe" label={t('shell.languageAndTheme')} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('shell.languageAndTheme')}>
        <Languages onChosen={() => setOpen(false)} />
        <Appearance />
      </Sheet>
    </>
  );
}

function Languages({ onChosen }: { readonly onChosen: () => void }): ReactNode {
  const t = useText();
  const current = localeStore.locale();
  return (
    <RowList label={t('shell.language')}>
      {languages.map(({ locale, name }) => (
        <Row
          key={locale}
          title={name}
          selected={locale === current}
          onPress={() =>
            void localeStore.choose(locale).then(onChosen, () => showToast(t('shell.unreachable'), 'failure'))
          }
        />
      ))}
    </RowList>
  );
}

function Appearance(): ReactNode {
  const t = useText();
  const choice = useSyncExternalStore(themeStore.subscribe, themeStore.choice);
  return (
    <div className={styles.appearance}>
      <Segmented<ThemeChoice>
        label={t('shell.theme')}
        value={choice}
        onChange={themeStore.choose}
        segments={[
          { value: 'system', label: t('shell.themeSystem') },
          { value: 'dark', label: t('shell.themeDark') },
          { value: 'light', label: t('shell.themeLight') },
        ]}
      />
    </div>
  );
}
