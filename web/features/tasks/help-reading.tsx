import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { useBeginReading, useFinishReading, useListTasks } from './queries.ts';
import styles from './tasks.module.css';

/** Counts the reading time of a help text while the task is open, and reports it. Draws nothing where it cannot count. */
export function HelpReading({ id }: { readonly id: string }): ReactNode {
  const tasks = useListTasks().data?.tasks;
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = tasks?.some(({ task, state }) => task === 'helpRead' && state === 'open') ?? false;
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <Reading id={id} /> : null;
}

function Reading({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const { mutate: begin, data: begun } = useBeginReading();
  const { mutate: finish, isSuccess } = useFinishReading();
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
