import { type ReactNode, useState } from 'react';
import { languageTags } from '#contract/locale.ts';
import { Icon } from '#web/ui/picture/icon.tsx';
import { type GivingLocale, givingLocaleNames, givingLocaleStore, givingLocales } from './giving-locale.ts';
import styles from './language-menu.module.css';
import { useGivingLocale, useGivingText } from './use-giving-text.ts';

/** The switcher of the giving pages. */
export function LanguageMenu(): ReactNode {
  const text = useGivingText();
  const current = useGivingLocale();
  const [open, setOpen] = useState(false);
  const choose = (locale: GivingLocale): void => {
    givingLocaleStore.choose(locale);
    setOpen(false);
  };
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-label={`${text('language')}: ${givingLocaleNames[current]}`}
        onClick={() => setOpen(!open)}
      >
        <Icon name="globe" size={18} />
        {givingLocaleNames[current]}
        <Icon name="down" size={14} />
      </button>
      {open ? (
        <ul className={styles.menu}>
          {givingLocales.map((locale) => (
            <li key={locale}>
              <button
                type="button"
                className={styles.choice}
                lang={languageTags[locale]}
                aria-current={locale === current}
                onClick={() => choose(locale)}
              >
                {givingLocaleNames[locale]}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
