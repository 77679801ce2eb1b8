import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import { builtOn } from './built-on.ts';
import styles from './built-on-card.module.css';

/** Instead of partner logos: the open-source projects and data, with version and licence, each a link to its own page. */
export function BuiltOnCard(): ReactNode {
  const t = useText();
  return (
    <Card title={t('homeMore.builtOn')}>
      <p className={common.secondary}>{t('homeMore.builtOnText')}</p>
      <ul className={styles.wall} aria-label={t('homeMore.builtOn')} data-words>
        {builtOn.map(({ name, version, licence, address }) => (
          <li key={name}>
            <a className={styles.tile} href={address} target="_blank" rel="noopener noreferrer">
              <span className={styles.mark} aria-hidden="true">
                {name.replace(/^@/, '').charAt(0).toUpperCase()}
              </span>
              <span className={styles.name}>{name}</span>
              <span className={styles.licence}>
                {version} {licence}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
