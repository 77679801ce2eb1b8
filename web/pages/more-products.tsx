import type { ReactNode } from 'react';
import { FinancingWays } from '#web/features/financing/financing-ways.tsx';
import { ProductFacts } from '#web/features/financing/product-facts.tsx';
import { useListProducts } from '#web/features/financing/queries.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** All financing products with their details. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const products = useListProducts();
  return (
    <Screen title={t('financing.moreTitle')} onBack={useGoBack('/fund')}>
      <Loaded query={products} height={300} radius={14}>
        {(all) =>
          all.map((product) => (
            <ProductFacts key={product.id} product={product} inList>
              <Button kind="quiet" onClick={() => go(`/funds?product=${product.id}`)}>
                <RuleValue rule="financing">{t('financing.choose', { days: product.days })}</RuleValue>
              </Button>
            </ProductFacts>
          ))
        }
      </Loaded>
      <FinancingWays inAllProducts />
    </Screen>
  );
}
