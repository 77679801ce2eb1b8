import type { ReactNode } from 'react';
import type { ComingLevel } from '#contract/weight.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import { useListComingLevels } from './queries.ts';

/** What is decided of the levels and holds from a later moment on. Nothing where nothing is. */
export function ComingLevels(): ReactNode {
  const t = useText();
  const { data = [] } = useListComingLevels();
  if (data.length === 0) return null;
  return (
    <Card title={t('weight.coming')}>
      <p className={common.text}>{t('weight.comingText')}</p>
      <ul className={common.stack}>
        {data.map((coming) => (
          <li key={`${coming.from} ${coming.level}`}>
            <ComingRule coming={coming} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ComingRule({ coming }: { readonly coming: ComingLevel }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { from, level, isOpen, weightMin, amountMin, amountMax } = coming;
  const when = { time: format.fullTime(from), level };
  return (
    <RuleValue rule="level">
      {isOpen
        ? t('weight.comingLevel', {
            ...{ ...when, weight: format.count(weightMin) },
            ...{ minimum: format.exactUsdt(amountMin), maximum: format.exactUsdt(amountMax) },
          })
        : t('weight.comingClosed', when)}
    </RuleValue>
  );
}
