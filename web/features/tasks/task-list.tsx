import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import type { listTasks, TaskItem } from '#contract/tasks.ts';
import { tierPoints } from '#core/donations/tiers.ts';
import { readingSecondsMax, readingSecondsMin, type TaskKind } from '#core/rewards/tasks.ts';
import { type Format, useFormat } from '#web/platform/format/use-format.ts';
import { type Translate, useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import type { IconName } from '#web/ui/picture/icon.tsx';
import styles from './tasks.module.css';

/** Where each task is done. */
const placeOf: Readonly<Record<TaskKind, string>> = {
  checkedIn: '/homeTab?checkIn',
  helpRead: '/faq',
  resultVerified: '/jiaoyizhongxin',
  planPlaced: '/tab1',
  planSettled: '/orders',
  donated: '/singing',
};

const iconOf: Readonly<Record<TaskKind, IconName>> = {
  checkedIn: 'heart',
  helpRead: 'help',
  resultVerified: 'mark',
  planPlaced: 'bars',
  planSettled: 'orders',
  donated: 'invitation',
};

interface TaskListProps {
  readonly listed: OutputOf<typeof listTasks>;
}

/** The tasks of the day, what each gives and how far it is, and what is left of the day before. */
export function TaskList({ listed: { tasks, before, endsAt } }: TaskListProps): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('tasks.listTitle')}>
      <p className={styles.text}>{t('tasks.listText', { time: format.dayTime(endsAt) })}</p>
      <RowList label={t('tasks.listTitle')}>
        {tasks.map((item) => (
          <TaskRow key={item.task} item={item} />
        ))}
      </RowList>
      {before.length > 0 && (
        <>
          <h3 className={styles.head}>{t('tasks.fromBefore')}</h3>
          <RowList label={t('tasks.fromBefore')}>
            {before.map(({ task, points }) => (
              <Row
                key={task}
                icon="check"
                title={t(`tasks.task-${task}`)}
                value={<Figure source="ledger">+{format.count(points)}</Figure>}
              />
            ))}
          </RowList>
        </>
      )}
    </Card>
  );
}

function TaskRow({ item: { task, points, state } }: { readonly item: TaskItem }): ReactNode {
  const t = useText();
  const format = useFormat();
  const isDone = state === 'done' || state === 'collected';
  return (
    <Row
      icon={isDone ? 'check' : iconOf[task]}
      title={t(`tasks.task-${task}`)}
      note={
        <span data-task={task} data-state={state}>
          {isDone ? null : (
            <RuleValue rule="task" className={styles.how}>
              {noteOf(t, format, task, state === 'waiting')}
            </RuleValue>
          )}
          <Chip tone={state === 'done' ? 'accent' : 'plain'}>{t(`tasks.state-${state}`)}</Chip>
        </span>
      }
      value={<RuleValue rule="task">+{format.count(points)}</RuleValue>}
      {...(isDone ? {} : { to: placeOf[task] })}
    />
  );
}

/** How a task is done, or what comes first. */
function noteOf(t: Translate, format: Format, task: TaskKind, isWaiting: boolean): string {
  switch (task) {
    case 'helpRead':
      return t('tasks.how-helpRead', { from: readingSecondsMin, to: readingSecondsMax });
    case 'donated':
      return t(isWaiting ? 'tasks.waiting-donated' : 'tasks.how-donated', { points: format.count(tierPoints[1]) });
    case 'planSettled':
      return t(isWaiting ? 'tasks.waiting-planSettled' : 'tasks.how-planSettled');
    default:
      return t(`tasks.how-${task}`);
  }
}
