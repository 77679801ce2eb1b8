import { type ReactNode, useId } from 'react';
import { draftBodyLengthMax, draftTitleLengthMax, type EditedText } from '#contract/content-operators.ts';
import { type Locale, languageTags } from '#contract/locale.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Blocks } from '#web/ui/text/blocks.tsx';
import { useConsoleText } from '../locale.ts';
import { languageName } from '../ui/language-name.ts';
import styles from '../ui/layout.module.css';
import { PhonePreview } from '../ui/phone-preview.tsx';

interface Written {
  readonly title: string;
  readonly body: string;
}

interface EditedLanguageProps {
  readonly locale: Locale;
  /** As it is saved; undefined for a language that is missing. */
  readonly text: EditedText | undefined;
  readonly written: Written;
  readonly isChanged: boolean;
  /** Somebody saved other words since this language was begun here. */
  readonly isChangedMeanwhile: boolean;
  readonly onChange: (written: Written) => void;
}

/** One language of a text: fields, what is wrong with what is saved, and how a phone shows that. */
export function EditedLanguage({
  locale,
  text,
  written,
  isChanged,
  isChangedMeanwhile,
  onChange,
}: EditedLanguageProps): ReactNode {
  const t = useConsoleText();
  const id = useId();
  const { title, body } = written;
  return (
    <Card title={languageName(locale)}>
      <div className={styles.answer}>
        <Field
          label={t('content.title-field')}
          name={`title-${locale}`}
          value={title}
          onChange={(changed) => onChange({ title: changed, body })}
          maxLength={draftTitleLengthMax}
        />
        <label htmlFor={id}>{t('content.body-field')}</label>
        <textarea
          id={id}
          rows={10}
          lang={languageTags[locale]}
          maxLength={draftBodyLengthMax}
          value={body}
          onChange={(event) => onChange({ title, body: event.target.value })}
        />
      </div>
      {text === undefined ? <p role="note">{t('content.isMissing')}</p> : null}
      {isChanged ? <p className={styles.quiet}>{t('content.notSaved')}</p> : null}
      {isChangedMeanwhile ? <p role="note">{t('content.changedMeanwhile')}</p> : null}
      {(text?.problems ?? []).map(({ problem, near }) => (
        <p key={`${problem} ${near}`} role="note">
          {t(`content.problem-${problem}`, { near })}
        </p>
      ))}
      {text === undefined ? null : (
        <PhonePreview label={t('content.preview', { language: languageName(locale) })} locale={locale}>
          <Card title={text.title}>
            <Blocks blocks={text.blocks} />
          </Card>
        </PhonePreview>
      )}
    </Card>
  );
}
