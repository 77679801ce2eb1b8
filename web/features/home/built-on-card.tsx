import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { builtOn, projectRoles } from './built-on.ts';
import styles from './built-on-card.module.css';

/** Instead of partner logos: the open-source projects and data, with their licences. */
export function BuiltOnCard(): ReactNode {
  const t = useText();
  return (
    <Card title={t('homeMore.builtOn')}>
      <p className={styles.note}>{t('homeMore.builtOnText')}</p>
      {projectRoles.map((role) => (
        <div key={role} className={styles.role}>
          <h3 className={styles.title}>{t(`homeMore.role-${role}`)}</h3>
          <ul className={styles.wall} data-words>
            {builtOn
              .filter((project) => project.role === role)
              .map(({ name, licence }) => (
                <li key={name} className={styles.tile}>
                  <span className={styles.mark} aria-hidden="true">
                    {name.charAt(0).toUpperCase()}
                  </span>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.licence}>{licence}</span>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}
