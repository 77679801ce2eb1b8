import { Fragment, type ReactNode } from 'react';
import type { Product } from '#contract/financing.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';

/** What is decided of the product and holds from a later moment on. Nothing where nothing is. */
export function ComingRates({ product: { coming } }: { readonly product: Pick<Product, 'coming'> }): ReactNode {
  const t = useText();
  const format = useFormat();
  return coming.map(({ from, dailyRatePpm, minimum, maximum, isOpen }) => (
    <Fragment key={from}>
      <br />
      <RuleValue rule="financing">
        {t('financing.coming', {
          time: format.fullTime(from),
          rate: format.percent(dailyRatePpm / 1e6, 4, 'negative'),
          minimum: format.exactUsdt(minimum),
          maximum: format.exactUsdt(maximum),
          state: t(isOpen ? 'financing.open' : 'financing.closed'),
        })}
      </RuleValue>
    </Fragment>
  ));
}
