import { type ReactNode, useEffect, useState } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useBeginReading, useFinishReading, useListTasks } from './queries.ts';
import styles from './tasks.module.css';

/** Counts the reading time of a help text while the task is open, and reports it; says so where that fails. */
export function HelpReading({ id }: { readonly id: string }): ReactNode {
  const tasks = useListTasks().data?.tasks;
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = tasks?.some(({ task, state }) => task === 'helpRead' && state === 'open') ?? false;
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <Reading id={id} /> : null;
}

function Reading({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const { mutate: begin, data: begun, error: beginError } = useBeginReading();
  const { mutate: finish, isSuccess, error: finishError, reset } = useFinishReading();
  const [left, setLeft] = useState<number | null>(null);
  const reading = begun?.value;
  useEffect(() => begin({ id }), [begin, id]);
  useEffect(() => {
    if (!reading) return;
    setLeft(reading.seconds);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setLeft((seconds) => Math.max(0, (seconds ?? 0) - 1));
    }, 1_000);
    return () => clearInterval(timer);
  }, [reading]);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver && reading) finish({ reading: reading.reading });
  }, [isOver, reading, finish]);
  const error = finishError ?? beginError;
  // The article says so itself.
  if (refusalCode(error) === 'helpUnknown') return null;
  if (error !== null) {
    /** An opening that the server knows no more is begun anew. */
    const again = (): void => {
      if (reading && refusalCode(error) !== 'readingUnknown') {
        finish({ reading: reading.reading });
        return;
      }
      reset();
      setLeft(null);
      begin({ id });
    };
    return (
      <Card>
        <p className={styles.text} role="alert">
          {problemText(error)}
        </p>
        <Button inline kind="outline" onClick={again}>
          {t('shell.tryAgain')}
        </Button>
      </Card>
    );
  }
  if (left === null) return null;
  return (
    <Card>
      {/* Announced once, not at every second. */}
      <p className={styles.text} role="status">
        {isSuccess ? t('tasks.read') : null}
      </p>
      {isSuccess ? null : <p className={styles.text}>{t('tasks.reading', { seconds: left })}</p>}
    </Card>
  );
}
