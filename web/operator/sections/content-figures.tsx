import { type ReactNode, useState } from 'react';
import { type Locale, locales } from '#contract/locale.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListContentFigures } from '../queries/content.ts';
import { languageName } from '../ui/language-name.ts';
import styles from '../ui/layout.module.css';
import { ReadTable } from '../ui/read-table.tsx';
import { Select } from '../ui/select.tsx';

/** The figures of the rules: a text names them, and the server writes what holds when it is read. */
export function ContentFigures(): ReactNode {
  const t = useConsoleText();
  const [locale, setLocale] = useState<Locale>('en');
  return (
    <Card title={t('content.figures')}>
      <p className={styles.quiet}>{t('content.figuresText')}</p>
      <details>
        <summary>{t('content.figures')}</summary>
        <Select
          label={t('shell.language')}
          value={locale}
          onChange={setLocale}
          options={locales.map((value) => ({ value, label: languageName(value) }))}
        />
        <ReadTable
          query={useListContentFigures(locale)}
          height={200}
          caption={t('content.figures')}
          keyOf={({ name }) => name}
          columns={[
            {
              label: t('content.figureName'),
              breaks: true,
              cell: ({ name }) => <span className={styles.code}>{`{${name}}`}</span>,
            },
            { label: t('content.figureValue'), numeric: true, cell: ({ value }) => value },
          ]}
        />
      </details>
    </Card>
  );
}
