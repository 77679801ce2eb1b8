import type { ReactNode } from 'react';
import { mainProductId } from '#core/financing/products.ts';
import { ProductFacts } from '#web/features/financing/product-facts.tsx';
import { useListProducts } from '#web/features/financing/queries.ts';
import { Subscription } from '#web/features/financing/subscription.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack, useGoFromHere } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** One financing product: details, payoffs by day, and subscribing. The seven-day product unless the address names another. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGoFromHere();
  const named = useQueryParameter('product') ?? mainProductId;
  const products = useListProducts();
  return (
    <Screen title={t('financing.detailTitle')} onBack={useGoBack('/fund')}>
      <Loaded query={products} height={320} radius={14}>
        {(all) => {
          const product = all.find(({ id }) => id === named);
          return product ? (
            <>
              <ProductFacts product={product} />
              <Subscription
                key={product.id}
                product={product}
                onSubscribed={(_holding, message) => {
                  showToast(message, 'success');
                  go('/touzijilu');
                }}
              />
            </>
          ) : (
            <EmptyState
              icon="bars"
              title={t('financing.missing')}
              action={{ label: t('financing.products'), onPress: () => go('/fund') }}
            />
          );
        }}
      </Loaded>
    </Screen>
  );
}
