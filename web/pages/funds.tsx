import type { ReactNode } from 'react';
import { mainProductId } from '#core/financing/products.ts';
import { ProductFacts } from '#web/features/financing/product-facts.tsx';
import { useListProducts } from '#web/features/financing/queries.ts';
import { Subscription } from '#web/features/financing/subscription.tsx';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** One financing product: details, payoffs by day, and subscribing. The seven-day product unless the address names another. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const named = useQueryParameter('product') ?? mainProductId;
  const products = useListProducts();
  const problem = queryProblem(products);
  const product = products.data?.find(({ id }) => id === named);
  return (
    <Screen title={t('financing.detailTitle')} onBack={useGoBack('/fund')}>
      {product ? (
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
      ) : products.data ? (
        <EmptyState
          icon="bars"
          title={t('financing.missing')}
          action={{ label: t('financing.products'), onPress: () => go('/fund') }}
        />
      ) : problem === null ? (
        <Skeleton height={320} radius={14} />
      ) : (
        <ErrorState message={problem} onRetry={() => void products.refetch()} />
      )}
    </Screen>
  );
}
