import { type FormEvent, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { type EditedKind, editedKinds, saveDraft } from '#contract/content-operators.ts';
import type { Locale } from '#contract/locale.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { Go, useGo } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { pathOf, subjectOf } from '../paths.ts';
import { useListContent, useSaveDraft } from '../queries/content.ts';
import { languageName } from '../ui/language-name.ts';
import styles from '../ui/layout.module.css';
import { ReadTable } from '../ui/read-table.tsx';
import { Select } from '../ui/select.tsx';
import { ContentEditor } from './content-editor.tsx';

const pathOfText = (kind: EditedKind, id: string): string => `${pathOf('content')}/${kind}.${id}`;

/** The texts that members read: their list, or one of them. */
export function Content(): ReactNode {
  const [name = '', id] = subjectOf(useLocation().path)?.split('.') ?? [];
  const kind = editedKinds.find((one) => one === name) ?? 'help';
  return (
    <>
      <TextList key={kind} kind={kind} />
      {id === undefined ? (
        <NewText key={`new ${kind}`} kind={kind} />
      ) : (
        <ContentEditor key={`${kind} ${id}`} kind={kind} id={id} />
      )}
    </>
  );
}

function TextList({ kind }: { readonly kind: EditedKind }): ReactNode {
  const t = useConsoleText();
  const go = useGo();
  const names = (locales: readonly Locale[]) => locales.map(languageName).join(', ');
  return (
    <Card title={t(`content.kind-${kind}`)}>
      <Select
        label={t('content.kind')}
        value={kind}
        onChange={(chosen) => go(`${pathOf('content')}/${chosen}`)}
        options={editedKinds.map((value) => ({ value, label: t(`content.kind-${value}`) }))}
      />
      <ReadTable
        query={useListContent(kind)}
        height={240}
        caption={t(`content.kind-${kind}`)}
        keyOf={({ id }) => id}
        empty={t('content.none')}
        columns={[
          {
            label: t('content.name'),
            cell: ({ id, title }) => (
              <Go to={pathOfText(kind, id)} className={styles.link}>
                {title === '' ? id : title}
              </Go>
            ),
          },
          {
            label: t('content.version'),
            numeric: true,
            cell: ({ version }) => version ?? t('content.unpublished'),
          },
          { label: t('content.withdrawn'), cell: ({ isWithdrawn }) => t(isWithdrawn ? 'shell.yes' : 'shell.no') },
          { label: t('content.missing'), cell: ({ missing }) => names(missing) },
          {
            label: t('content.draft'),
            cell: ({ draft }) => draft && t('content.draftBy', { operator: draft.savedBy }),
          },
        ]}
      />
    </Card>
  );
}

/** Begins a draft with its English title. Documents are only ever followed by their next version. */
function NewText({ kind }: { readonly kind: EditedKind }): ReactNode {
  const t = useConsoleText();
  const go = useGo();
  const save = useSaveDraft();
  const [id, setId] = useState('');
  const [title, setTitle] = useState('');
  if (kind === 'document') return null;
  // Body and hash of a text that begins are empty, not missing.
  const { data: input } = z.safeDecode(saveDraft.input, {
    ...({ kind, locale: 'en', title, body: '', hash: '' } as const),
    ...(kind === 'notice' ? {} : { id }),
  });
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (input === undefined || title.trim() === '' || save.isPending) return;
    save.mutate(input, { onSuccess: ({ value }) => go(pathOfText(kind, value.id)) });
  };
  return (
    <Card title={t('content.new')}>
      <form className={styles.answer} onSubmit={begin}>
        {kind === 'notice' ? null : (
          <Field
            label={t('content.id')}
            hint={t('content.idHint')}
            name="id"
            value={id}
            onChange={setId}
            maxLength={40}
            code
          />
        )}
        <Field label={t('content.englishTitle')} name="title" value={title} onChange={setTitle} maxLength={200} />
        {save.error === null ? null : <p role="alert">{problemText(save.error)}</p>}
        <div className={styles.acts}>
          <Button type="submit" inline kind="outline" busy={save.isPending} disabled={input === undefined}>
            {t('content.begin')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
