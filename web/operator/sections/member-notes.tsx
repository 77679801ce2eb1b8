import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { addMemberNote, noteLengthMax } from '#contract/members.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { createSubmissionKeys } from '#web/platform/api/submission-keys.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { useConsoleText } from '../locale.ts';
import { useAddMemberNote, useListMemberNotes } from '../queries/members.ts';
import { useMay } from '../queries/operators.ts';
import styles from '../ui/layout.module.css';
import { At } from '../ui/values.tsx';

/** What operators wrote about a member for each other. The member can read all of it. */
export function MemberNotes({ member }: { readonly member: string }): ReactNode {
  const t = useConsoleText();
  return (
    <Card title={t('members.notes')}>
      <p className={styles.quiet}>{t('members.notesText')}</p>
      {useMay('noteMembers') ? <NewNote member={member} /> : null}
      <PagedList
        list={useListMemberNotes(member)}
        height={80}
        empty={<p>{t('members.noNotes')}</p>}
        moreText={t('shell.more')}
      >
        {(notes) => (
          <ol className={styles.chat} aria-label={t('members.notes')}>
            {notes.map(({ id, operator, role, text, writtenAt }) => (
              <li key={id} className={styles.message}>
                <p className={styles.quiet}>
                  {operator} · {t(`roles.${role}`)} · <At at={writtenAt} />
                </p>
                <p className={styles.words} dir="auto">
                  {text}
                </p>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Card>
  );
}

function NewNote({ member }: { readonly member: string }): ReactNode {
  const t = useConsoleText();
  const id = useId();
  const [text, setText] = useState('');
  const add = useAddMemberNote();
  const [keys] = useState(() => createSubmissionKeys());
  const { input } = decodeForm(addMemberNote, { member, text });
  const write = (event: FormEvent) => {
    event.preventDefault();
    if (input === null || add.isPending) return;
    const onSuccess = () => {
      keys.settle(text);
      setText('');
    };
    add.mutate({ ...input, id: keys.keyFor(text) }, { onSuccess });
  };
  return (
    <form className={styles.answer} onSubmit={write}>
      <label htmlFor={id}>{t('members.newNote')}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={noteLengthMax}
        value={text}
        readOnly={add.isPending}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {add.error === null ? null : <p role="alert">{problemText(add.error)}</p>}
      <div className={styles.acts}>
        <Button type="submit" inline busy={add.isPending} disabled={input === null}>
          {t('members.addNote')}
        </Button>
      </div>
    </form>
  );
}
