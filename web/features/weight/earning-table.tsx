import type { ReactNode } from 'react';
import { earnsOnce, weightKinds, weightPoints } from '#core/weight/rules.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';

/** Everything that earns, and how much: the very list that the server writes entries by. */
export function EarningTable(): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('weight.earns')}>
      <RowList label={t('weight.earns')}>
        {weightKinds.map((kind) => (
          <Row
            key={kind}
            title={t(`weight.kind-${kind}`)}
            note={t(earnsOnce(kind) ? 'weight.once' : 'weight.each')}
            value={<RuleValue rule="weight">+{format.count(weightPoints[kind])}</RuleValue>}
          />
        ))}
      </RowList>
    </Card>
  );
}
