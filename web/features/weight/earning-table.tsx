import type { ReactNode } from 'react';
import { type RewardKind, redEnvelope, rewardKinds, rewards } from '#core/rewards/rules.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** What earns points, from the table that the server credits by. */
export function EarningTable(): ReactNode {
  const t = useText();
  const format = useFormat();
  const noteOf = (kind: RewardKind): string => {
    if (kind === 'redEnvelope') return t('weight.eachUpTo', { most: format.count(redEnvelope.weightMax) });
    return t(rewards[kind].per === 'member' ? 'weight.once' : 'weight.each');
  };
  return (
    <Card title={t('weight.earns')}>
      <RowList label={t('weight.earns')}>
        {rewardKinds.map((kind) => (
          <Row
            key={kind}
            title={t(`weight.kind-${kind}`)}
            note={<RuleValue rule="weight">{noteOf(kind)}</RuleValue>}
            value={<RuleValue rule="weight">+{format.count(rewards[kind].weight)}</RuleValue>}
          />
        ))}
      </RowList>
    </Card>
  );
}
