import type { ReactNode } from 'react';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './giving.module.css';
import { useGetGiving } from './queries.ts';
import { useGivingLocale, useGivingText } from './use-giving-text.ts';

/** What the charity's money goes to now, as two operators worded it. */
export function CausesCard(): ReactNode {
  const text = useGivingText();
  const locale = useGivingLocale();
  return (
    <Card title={text('causes')}>
      <Loaded query={useGetGiving()} height={60}>
        {({ causes }) =>
          causes.length === 0 ? (
            <p className={common.secondary}>{text('noCauses')}</p>
          ) : (
            <ul className={styles.receipts} aria-label={text('causes')}>
              {causes.map(({ id, texts }) => (
                <li key={id}>
                  <strong>{texts[locale].name}</strong>
                  <span>{texts[locale].about}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
