import type { ReactNode } from 'react';
import { BoundCard, WaitingCard } from '#web/features/bank-card/bound-card.tsx';
import { useGetBankCard } from '#web/features/bank-card/queries.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The masked bank card, and the pending replacement. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const cards = useGetBankCard();
  return (
    <Screen title={t('withdrawals.bankCard')} onBack={useGoBack('/wallet')}>
      <Loaded query={cards} height={168} radius={14}>
        {(bound) =>
          bound.card === null ? (
            <EmptyState
              icon="wallet"
              title={t('withdrawals.cardNone')}
              action={{ label: t('withdrawals.cardBind'), onPress: () => go('/editbank') }}
            >
              {t('withdrawals.cardNoneText')}
            </EmptyState>
          ) : (
            <>
              <BoundCard card={bound.card} />
              {bound.replacement === null ? null : <WaitingCard card={bound.replacement} />}
              <Button kind="outline" onClick={() => go('/editbank')}>
                {t('withdrawals.cardReplace')}
              </Button>
              <Note>{t('withdrawals.cardWait')}</Note>
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
