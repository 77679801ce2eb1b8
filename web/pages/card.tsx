import type { ReactNode } from 'react';
import { BoundCard, WaitingCard } from '#web/features/bank-card/bound-card.tsx';
import { useGetBankCard } from '#web/features/bank-card/queries.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The masked bank card, and the pending replacement. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const cards = useGetBankCard();
  const problem = queryProblem(cards);
  return (
    <Screen title={t('withdrawals.cardTitle')} onBack={useGoBack('/wallet')}>
      {problem !== null ? (
        <ErrorState message={problem} onRetry={() => void cards.refetch()} />
      ) : cards.data === undefined ? (
        <Skeleton height={168} radius={14} />
      ) : cards.data.card === null ? (
        <EmptyState
          icon="wallet"
          title={t('withdrawals.cardNone')}
          action={{ label: t('withdrawals.cardBind'), onPress: () => go('/editbank') }}
        >
          {t('withdrawals.cardNoneText')}
        </EmptyState>
      ) : (
        <>
          <BoundCard card={cards.data.card} />
          {cards.data.replacement === null ? null : <WaitingCard card={cards.data.replacement} />}
          <Button kind="outline" onClick={() => go('/editbank')}>
            {t('withdrawals.cardReplace')}
          </Button>
          <Note>{t('withdrawals.cardWait')}</Note>
        </>
      )}
    </Screen>
  );
}
