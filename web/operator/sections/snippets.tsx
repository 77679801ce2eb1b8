import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type Locale, locales } from '#contract/locale.ts';
import { type Snippet, saveSnippet } from '#contract/support-inbox.ts';
import { messageLengthMax } from '#contract/support-schemas.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useListSnippets, useRemoveSnippet, useSaveSnippet } from '../queries/support.ts';
import { Confirm } from '../ui/confirm.tsx';
import { languageName } from '../ui/language-name.ts';
import styles from '../ui/layout.module.css';
import { ReadTable } from '../ui/read-table.tsx';
import { Select } from '../ui/select.tsx';

/** Texts that operators answer with often. */
export function Snippets(): ReactNode {
  const t = useConsoleText();
  const [changed, setChanged] = useState<Snippet | null>(null);
  return (
    <Card title={t('inbox.snippets')}>
      <ReadTable
        query={useListSnippets()}
        height={80}
        caption={t('inbox.snippets')}
        keyOf={({ id }) => id}
        empty={t('inbox.noSnippets')}
        columns={[
          { label: t('inbox.snippetTitle'), breaks: true, cell: ({ title }) => title },
          { label: t('shell.language'), cell: ({ locale }) => languageName(locale) },
          { label: t('inbox.snippetText'), breaks: true, cell: ({ text }) => text },
          {
            label: t('shell.acts'),
            cell: (snippet) => (
              <div className={styles.acts}>
                <Button inline kind="outline" onClick={() => setChanged(snippet)}>
                  {t('inbox.changeSnippet')}
                </Button>
                <RemoveSnippet id={snippet.id} />
              </div>
            ),
          },
        ]}
      />
      <SnippetForm key={changed && `${changed.id} ${changed.hash}`} snippet={changed} onDone={() => setChanged(null)} />
    </Card>
  );
}

function RemoveSnippet({ id }: Pick<Snippet, 'id'>): ReactNode {
  const t = useConsoleText();
  return (
    <Confirm label={t('inbox.removeSnippet')} mutation={useRemoveSnippet()} input={{ id }}>
      {t('inbox.removeText')}
    </Confirm>
  );
}

interface SnippetFormProps {
  /** The one to change; null for a new one. */
  readonly snippet: Snippet | null;
  readonly onDone: () => void;
}

function SnippetForm({ snippet, onDone }: SnippetFormProps): ReactNode {
  const t = useConsoleText();
  const id = useId();
  const save = useSaveSnippet();
  const [locale, setLocale] = useState<Locale>(snippet?.locale ?? 'en');
  const [title, setTitle] = useState(snippet?.title ?? '');
  const [text, setText] = useState(snippet?.text ?? '');
  const { input } = decodeForm(saveSnippet, {
    ...(snippet && { id: snippet.id }),
    ...(snippet?.hash !== undefined && { hash: snippet.hash }),
    locale,
    title,
    text,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (input === null || save.isPending) return;
    save.mutate(input, {
      onSuccess: () => {
        setTitle('');
        setText('');
        onDone();
      },
    });
  };
  return (
    <form className={styles.answer} onSubmit={submit}>
      <Select
        label={t('shell.language')}
        value={locale}
        onChange={setLocale}
        options={locales.map((value) => ({ value, label: languageName(value) }))}
      />
      <Field label={t('inbox.snippetTitle')} name="title" value={title} onChange={setTitle} maxLength={60} />
      <label htmlFor={id}>{t('inbox.snippetText')}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={messageLengthMax}
        value={text}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {save.error === null ? null : <p role="alert">{problemText(save.error)}</p>}
      <div className={styles.acts}>
        {snippet === null ? null : (
          <Button inline kind="quiet" onClick={onDone}>
            {t('shell.cancel')}
          </Button>
        )}
        <Button type="submit" inline kind="outline" busy={save.isPending} disabled={input === null}>
          {t('inbox.saveSnippet')}
        </Button>
      </div>
    </form>
  );
}
