import type { ReactNode } from 'react';
import { redEnvelope, rewards } from '#core/rewards/rules.ts';
import { activationPoints } from '#core/weight/rules.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import styles from './tasks.module.css';

/** What the envelope has given of the weight score, what that is for, and what it never decides. */
export function FreeActivation({ weight }: { readonly weight: number }): ReactNode {
  const t = useText();
  const format = useFormat();
  const most = format.count(redEnvelope.weightMax);
  return (
    <Card title={t('tasks.weightTitle')}>
      <Figure source="ledger" mark="own">
        {t('tasks.weightOf', { weight: format.count(weight), most })}
      </Figure>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.filled} style={{ width: `${(weight / redEnvelope.weightMax) * 100}%` }} />
      </div>
      <p className={styles.text}>
        <RuleValue rule="weight">
          {t('tasks.weightText', {
            points: format.count(rewards.redEnvelope.weight),
            most,
            activation: format.count(activationPoints),
          })}
        </RuleValue>
      </p>
      <p className={styles.text}>{t('assets.neverCondition')}</p>
      <RowList>
        <Row icon="records" title={t('tasks.toWeight')} to="/rule" />
      </RowList>
    </Card>
  );
}
