import type { ReactNode } from 'react';
import { type Locale, languageTags } from '#contract/locale.ts';
import styles from './phone-preview.module.css';

interface PhonePreviewProps {
  readonly label: string;
  readonly locale: Locale;
  readonly children: ReactNode;
}

/** What a phone shows, as wide as one. Its links lead nowhere: they are of the members' app. */
export function PhonePreview({ label, locale, children }: PhonePreviewProps): ReactNode {
  return (
    <figure className={styles.preview}>
      <figcaption>{label}</figcaption>
      <div className={styles.phone} lang={languageTags[locale]} inert>
        {children}
      </div>
    </figure>
  );
}
