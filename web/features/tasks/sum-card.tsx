import type { ReactNode } from 'react';
import { bonusDays, pointsOfDay, taskKinds, taskPoints } from '#core/rewards/tasks.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import styles from './tasks.module.css';

/** What the list adds up to in a day and in 360, as the sums that they are. */
export function SumCard(): ReactNode {
  const t = useText();
  const format = useFormat();
  const day = format.count(pointsOfDay);
  const sum = taskKinds.map((kind) => format.count(taskPoints[kind])).join(' + ');
  const total = format.count(pointsOfDay * bonusDays);
  return (
    <Card title={t('tasks.sumTitle')}>
      <div className={styles.sum}>
        <RuleValue rule="task">{t('tasks.sumDay', { sum, day })}</RuleValue>
        <RuleValue rule="task">{t('tasks.sumOf', { day, days: format.count(bonusDays), total })}</RuleValue>
      </div>
      <p className={styles.text}>{t('tasks.sumText')}</p>
    </Card>
  );
}
