import type { ReactNode } from 'react';
import type { Follow } from '#contract/round-records.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import common from '#web/ui/style/common.module.css';
import { useCancelFollow, useListFollows } from './queries.ts';
import styles from './rounds.module.css';

/** The member's follows, newest first. */
export function FollowList(): ReactNode {
  const t = useText();
  const follows = useListFollows();
  return (
    <>
      <h2 className={common.name}>{t('rounds.follows')}</h2>
      <PagedList
        list={follows}
        height={24}
        empty={<p className={common.text}>{t('rounds.noFollows')}</p>}
        moreText={t('rounds.showMore')}
      >
        {(rows) => rows.map((follow) => <FollowCard key={follow.id} follow={follow} />)}
      </PagedList>
    </>
  );
}

function FollowCard({ follow }: { readonly follow: Follow }): ReactNode {
  const t = useText();
  const { category, amount, rounds, placed, income, reserved, end } = follow;
  return (
    <Card
      className={styles.card}
      title={t(`rounds.${category}`)}
      aside={
        <Chip tone={end === null ? 'accent' : 'plain'}>{t(end === null ? 'rounds.running' : `rounds.end-${end}`)}</Chip>
      }
    >
      <LabelledRow columns={2}>
        <Labelled label={t('rounds.stake')} unit="USDT">
          <Money source="ledger" value={amount} decimals={2} />
        </Labelled>
        <Labelled label={t('rounds.profit')} unit="USDT">
          <Money source="ledger" value={income} decimals={4} sign="always" />
        </Labelled>
        <Labelled label={t('rounds.rounds')}>
          <Figure source="ledger">{t('rounds.placedOf', { placed, rounds })}</Figure>
        </Labelled>
        <Labelled label={t('rounds.stillReserved')} unit="USDT">
          <Money source="ledger" value={reserved} decimals={2} />
        </Labelled>
      </LabelledRow>
      {end === null && reserved > 0n && <CancelButton follow={follow} />}
    </Card>
  );
}

/** Cancels at once: it only returns money, and the toast says how it went. */
function CancelButton({ follow: { id, reserved } }: { readonly follow: Follow }): ReactNode {
  const t = useText();
  const format = useFormat();
  const cancel = useCancelFollow((_follow, message) => showToast(message, 'success'));
  return (
    <>
      <Button
        kind="outline"
        onClick={() => cancel.mutate({ follow: id }, { onError: showFailure })}
        busy={cancel.isPending}
      >
        {t('rounds.cancelRest')}
      </Button>
      <p className={common.text}>
        <Figure source="ledger">{t('rounds.cancelText', { amount: format.exactUsdt(reserved) })}</Figure>
      </p>
    </>
  );
}
