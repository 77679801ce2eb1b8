import type { ReactNode } from 'react';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import common from '#web/ui/style/common.module.css';
import type { WithdrawalQuote } from './quote-lines.tsx';

interface QuoteProps {
  readonly quote: WithdrawalQuote;
}

/** The destination card with its holder's name. */
export function CardLine({ quote: { card, realName } }: QuoteProps): ReactNode {
  const t = useText();
  if (card === null) return null;
  const note = realName === null ? 'withdrawals.nameTaken' : 'withdrawals.nameMatches';
  return (
    <RowList label={t('withdrawals.bankCard')}>
      <Row
        icon="wallet"
        title={
          <code className={common.typed}>{t('withdrawals.cardTo', { bank: card.bankName, card: card.masked })}</code>
        }
        note={card.nameMatches ? t(note, { name: card.nameOnCard }) : undefined}
        to="/card"
      />
    </RowList>
  );
}

/** Known reasons for a refusal, before submitting, each with a link to resolve it. */
export function Blockers({ quote: { blockers, card, realName } }: QuoteProps): ReactNode {
  const t = useText();
  return (
    <>
      {blockers.includes('nameMismatch') && card !== null ? (
        <Note kind="warning" link={{ label: t('withdrawals.toProfile'), to: '/user_edit' }}>
          {t('withdrawals.nameDiffers', { card: card.nameOnCard, name: realName ?? '' })}
        </Note>
      ) : null}
      {blockers.includes('accountFrozen') ? (
        <Note kind="warning" link={{ label: t('withdrawals.toSecurity'), to: '/securityCenter' }}>
          {errorText('accountFrozen')}
        </Note>
      ) : null}
      {blockers.includes('inReview') ? (
        <Note kind="warning" link={{ label: t('withdrawals.showReview'), to: '/withdrawSuccess' }}>
          {errorText('withdrawalInReview')}
        </Note>
      ) : null}
    </>
  );
}
