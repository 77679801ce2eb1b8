import type { ReactNode } from 'react';
import { type EditedContent, type EditedKind, type EditedText, withdrawnMark } from '#contract/content-operators.ts';
import { type Locale, locales } from '#contract/locale.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { pathOf } from '../paths.ts';
import {
  useDiscardDraft,
  useGetContent,
  usePublishContent,
  useSaveDraft,
  useWithdrawContent,
} from '../queries/content.ts';
import { Act } from '../ui/act.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useKeptState } from '../ui/kept-state.ts';
import { languageName } from '../ui/language-name.ts';
import styles from '../ui/layout.module.css';
import { ContentFigures } from './content-figures.tsx';
import { ContentVersions } from './content-versions.tsx';
import { EditedLanguage } from './edited-language.tsx';

/** One text: its six languages side by side, as written and as a phone shows them, and what was published of it. */
export function ContentEditor({ kind, id }: { readonly kind: EditedKind; readonly id: string }): ReactNode {
  return (
    <Loaded query={useGetContent({ kind, id })} height={400}>
      {(content) => <Editor content={content} />}
    </Loaded>
  );
}

/** A language as it is being written. */
interface Changed {
  readonly title: string;
  readonly body: string;
  /** The text that it was begun upon; undefined for a language that was missing. */
  readonly from: string | undefined;
}

type Changes = ReadonlyMap<Locale, Changed>;

const wordsOf = (text: EditedText | undefined): string | undefined => text && `${text.title}\n${text.body}`;

function Editor({ content }: { readonly content: EditedContent }): ReactNode {
  const t = useConsoleText();
  const { kind, id, draft, published, versions, isWithdrawn } = content;
  const texts = draft?.texts ?? published;
  const [kept, setChanged] = useKeptState<Changes>(`${kind} ${id}`);
  const changed = kept ?? new Map<Locale, Changed>();
  const textOf = (locale: Locale): EditedText | undefined => texts.find((one) => one.locale === locale);
  const change = (locale: Locale, written: Omit<Changed, 'from'>) => {
    const begun = changed.get(locale) ?? { from: wordsOf(textOf(locale)) };
    setChanged((current) => new Map(current).set(locale, { ...written, from: begun.from }));
  };
  const isChangedMeanwhile = (locale: Locale) => {
    const own = changed.get(locale);
    return own !== undefined && own.from !== wordsOf(textOf(locale));
  };
  const missing = locales.filter((locale) => textOf(locale) === undefined);
  return (
    <>
      <Card title={textOf('en')?.title ?? id}>
        {isWithdrawn ? <p role="note">{t('content.isWithdrawn')}</p> : null}
        <p className={styles.quiet}>{t(kind === 'document' ? 'content.documentNote' : 'content.format')}</p>
        {missing.length === 0 ? null : (
          <p role="note">{t('content.missingNow', { languages: missing.map(languageName).join(', ') })}</p>
        )}
        <p className={styles.quiet}>
          {draft === null ? t('content.noDraft') : t('content.draftBy', { operator: draft.savedBy })}
        </p>
        <EditorActs content={content} changed={changed} onChanged={setChanged} />
      </Card>
      <div className={styles.columns}>
        {locales.map((locale) => (
          <EditedLanguage
            key={locale}
            locale={locale}
            text={textOf(locale)}
            written={changed.get(locale) ?? textOf(locale) ?? { title: '', body: '' }}
            isChanged={changed.has(locale)}
            isChangedMeanwhile={isChangedMeanwhile(locale)}
            onChange={(written) => change(locale, written)}
          />
        ))}
      </div>
      {kind === 'help' || kind === 'tip' ? <ContentFigures /> : null}
      {versions.length === 0 ? null : <ContentVersions content={content} />}
    </>
  );
}

/** What is left to save; what was written on meanwhile is, upon what is saved now. */
function withoutSaved(
  current: Changes | null,
  locale: Locale,
  { written, saved }: { readonly written: Changed; readonly saved: EditedText | undefined },
): Changes | null {
  const left = new Map(current);
  const newest = left.get(locale);
  if (newest !== undefined && newest !== written) return left.set(locale, { ...newest, from: wordsOf(saved) });
  left.delete(locale);
  return left.size === 0 ? null : left;
}

interface EditorActsProps {
  readonly content: EditedContent;
  readonly changed: Changes;
  readonly onChanged: (change: (current: Changes | null) => Changes | null) => void;
}

function EditorActs({
  content: { kind, id, draft, versions, isWithdrawn },
  changed,
  onChanged,
}: EditorActsProps): ReactNode {
  const t = useConsoleText();
  const go = useGo();
  const save = useSaveDraft();
  const discard = useDiscardDraft();
  const publish = usePublishContent();
  const withdraw = useWithdrawContent();
  const hash = draft?.hash ?? '';
  const newest = String(versions[0]?.version ?? 0);
  const refused = publish.error ?? discard.error;
  /** One language after the other, each upon the draft that the one before left. What is not saved yet stays as it was written. */
  const saveAll = async () => {
    let last = hash;
    publish.reset();
    discard.reset();
    for (const [locale, written] of changed) {
      const { title, body } = written;
      const { value } = await save.mutateAsync({ kind, id, locale, title, body, hash: last });
      last = value.draft?.hash ?? '';
      const saved = value.draft?.texts.find((one) => one.locale === locale);
      onChanged((current) => withoutSaved(current, locale, { written, saved }));
    }
    showToast(t('content.saved'), 'success');
  };
  return (
    <>
      {save.error === null ? null : <p role="alert">{problemText(save.error)}</p>}
      <div className={styles.acts}>
        <Button
          inline
          kind="outline"
          busy={save.isPending}
          disabled={changed.size === 0}
          onClick={() => void saveAll().catch(() => undefined)}
        >
          {t('content.save')}
        </Button>
        {draft === null || changed.size > 0 ? null : (
          <Act
            label={t('content.publish')}
            kind="primary"
            mutation={publish}
            hash={`${hash} ${newest}${isWithdrawn ? withdrawnMark : ''}`}
            inputOf={(reason, shown) => {
              const [draftHash = '', version = ''] = shown.split(' ');
              return { kind, id, hash: draftHash, newest: version, reason };
            }}
            done={t('content.published')}
            onDone={({ value }) => go(`${pathOf('content')}/${kind}.${value.id}`, { replace: true })}
          >
            {t(kind === 'document' ? 'content.publishDocumentText' : 'content.publishText')}
          </Act>
        )}
        {draft === null ? null : (
          <Confirm
            label={t('content.discard')}
            mutation={discard}
            input={{ kind, id, hash }}
            onDone={() => {
              onChanged(() => null);
              if (versions.length === 0) go(`${pathOf('content')}/${kind}`);
            }}
          >
            {t('content.discardText')}
          </Confirm>
        )}
        {kind === 'document' || versions.length === 0 || isWithdrawn ? null : (
          <Act
            label={t('content.withdraw')}
            mutation={withdraw}
            hash={newest}
            inputOf={(reason, shown) => ({ kind, id, newest: shown, reason })}
            done={t('content.withdrawnNow')}
          >
            {t('content.withdrawText')}
          </Act>
        )}
      </div>
      {/* The dialogs that say it have left with the draft, which a colleague published or threw away. */}
      {refused === null || draft !== null ? null : <p role="alert">{problemText(refused)}</p>}
    </>
  );
}
