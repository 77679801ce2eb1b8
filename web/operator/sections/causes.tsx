import { type ReactNode, useState } from 'react';
import type { CauseState } from '#contract/products.ts';
import { type CauseLocale, causeLocales } from '#core/donations/disbursements.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { consoleLocale, useConsoleText } from '../locale.ts';
import { useListOffers, useProposeCause } from '../queries/products.ts';
import { languageName } from '../ui/language-name.ts';
import styles from '../ui/layout.module.css';
import { OpenButton } from '../ui/open-button.tsx';
import { Propose } from '../ui/propose.tsx';
import { Table } from '../ui/table.tsx';

/** What the charity's money is for, and the form that asks for another cause or another wording. */
export function Causes(): ReactNode {
  const t = useConsoleText();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Card title={t('products.causes')}>
      <p className={styles.quiet}>{t('products.causesText')}</p>
      <Loaded query={useListOffers()} height={160}>
        {({ causes }) => (
          <>
            <Table
              caption={t('products.causes')}
              rows={causes}
              keyOf={({ id }) => id}
              empty={t('products.noCauses')}
              columns={[
                { label: t('products.causeId'), cell: ({ id }) => id },
                { label: t('products.causeName'), cell: ({ texts }) => texts[consoleLocale()].name },
                { label: t('products.causeOpen'), cell: ({ isOpen }) => t(isOpen ? 'shell.yes' : 'shell.no') },
                {
                  label: t('shell.acts'),
                  cell: ({ id }) => (
                    <OpenButton label={t('products.change')} id={id} opened={opened} onChange={setOpened} />
                  ),
                },
              ]}
            />
            <div className={styles.acts}>
              <OpenButton label={t('products.newCause')} id="" opened={opened} onChange={setOpened} />
            </div>
            {opened === null ? null : (
              <ProposeCause
                key={opened}
                cause={causes.find(({ id }) => id === opened) ?? null}
                onDone={() => setOpened(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

type Texts = CauseState['texts'];

const nothing = { name: '', about: '' };
const noTexts: Texts = { en: nothing, zh: nothing, tc: nothing, jp: nothing };

/** Asks for a cause, new where there is none yet: it waits for a second operator then. */
function ProposeCause({
  cause,
  onDone,
}: {
  readonly cause: CauseState | null;
  readonly onDone: () => void;
}): ReactNode {
  const t = useConsoleText();
  const propose = useProposeCause();
  const [id, setId] = useState(cause?.id ?? '');
  const [isOpen, setOpen] = useState(cause?.isOpen ?? true);
  const [texts, setTexts] = useState(cause?.texts ?? noTexts);
  const write = (locale: CauseLocale, field: 'name' | 'about') => (text: string) =>
    setTexts({ ...texts, [locale]: { ...texts[locale], [field]: text } });
  const { en, zh, tc, jp } = texts;
  return (
    <Card title={cause === null ? t('products.newCause') : cause.id}>
      <div className={styles.answer}>
        {cause === null ? (
          <Field
            label={t('products.causeId')}
            name="cause"
            value={id}
            onChange={setId}
            maxLength={40}
            code
            hint={t('products.causeIdText')}
          />
        ) : null}
        <div className={styles.columns}>
          {causeLocales.map((locale) => (
            <div key={locale} className={styles.answer}>
              <Field
                label={`${t('products.causeName')} · ${languageName(locale)}`}
                name={`name-${locale}`}
                value={texts[locale].name}
                onChange={write(locale, 'name')}
                maxLength={60}
              />
              <Field
                label={`${t('products.causeAbout')} · ${languageName(locale)}`}
                name={`about-${locale}`}
                value={texts[locale].about}
                onChange={write(locale, 'about')}
                maxLength={300}
              />
            </div>
          ))}
        </div>
        <Checkbox name="open" checked={isOpen} onChange={setOpen}>
          {t('products.causeOpen')}
        </Checkbox>
        <Propose
          label={t('products.proposeCause')}
          hint={t('products.startText')}
          mutation={propose}
          changeOf={() => ({
            ...{ cause: id, open: isOpen ? ('1' as const) : ('0' as const) },
            ...{ nameEn: en.name.trim(), aboutEn: en.about.trim(), nameZh: zh.name.trim(), aboutZh: zh.about.trim() },
            ...{ nameTc: tc.name.trim(), aboutTc: tc.about.trim(), nameJp: jp.name.trim(), aboutJp: jp.about.trim() },
          })}
          onDone={onDone}
        >
          {t('products.proposeCauseText')}
        </Propose>
      </div>
    </Card>
  );
}
