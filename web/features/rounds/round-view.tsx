import type { ReactNode } from 'react';
import type { RoundDetail } from '#contract/round-records.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Hash } from '#web/ui/layout/hash.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import common from '#web/ui/style/common.module.css';
import { DrawnDigits } from './digits.tsx';
import type { PublishedMarket } from './market-candles.ts';
import { useGetRound } from './queries.ts';
import type { Replay } from './replay.ts';
import { ReplayCard } from './replay-card.tsx';
import styles from './rounds.module.css';
import { Countdown, RoundState } from './running-round.tsx';

interface RoundViewProps {
  readonly round: number;
  /** Where the rounds are listed. */
  readonly listPath: string;
  /** What its candles are held against. */
  readonly market: PublishedMarket;
  /** Drawn between the result and the hashes. */
  readonly bets?: (detail: RoundDetail) => ReactNode;
  /** Called with what came of recomputing the round. */
  readonly onReplayed?: (detail: RoundDetail, replay: Replay) => void;
}

/** One round: what was drawn, who was paid what in sum, what was published of it, and its replay. */
export function RoundView({ round, listPath, market, bets, onReplayed }: RoundViewProps): ReactNode {
  const t = useText();
  const go = useGo();
  const detail = useGetRound(round);
  if (refusalCode(detail.error) === 'roundUnknown') {
    return (
      <EmptyState
        icon="orders"
        title={t('rounds.roundUnknown')}
        action={{ label: t('rounds.history'), onPress: () => go(listPath, { replace: true }) }}
      />
    );
  }
  return (
    <Loaded query={detail} height={[120, 200, 260]} radius={14}>
      {(loaded) => (
        <>
          <Outcome detail={loaded} />
          {bets?.(loaded)}
          <ReplayCard key={loaded.id} detail={loaded} market={market} onReplayed={onReplayed} />
          <Payments detail={loaded} />
          <Published detail={loaded} />
        </>
      )}
    </Loaded>
  );
}

function Outcome({ detail }: { readonly detail: RoundDetail }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { id, state, digits, lateDigits, resultAt, closedAt, beaconFrom } = detail;
  const isClosedLate = closedAt !== null && beaconFrom !== null && closedAt >= beaconFrom;
  return (
    <Card
      className={styles.card}
      title={<span data-words="">{t('rounds.round', { round: id })}</span>}
      aside={<RoundState round={detail} />}
    >
      {digits ? <DrawnDigits digits={digits} size="hero" /> : <Countdown round={detail} />}
      {state === 'void' && <p className={common.text}>{t(isClosedLate ? 'rounds.closedLate' : 'rounds.voidText')}</p>}
      {lateDigits && (
        <>
          <p className={common.text}>{t(isClosedLate ? 'rounds.closedLateResult' : 'rounds.lateResult')}</p>
          <DrawnDigits digits={lateDigits} />
        </>
      )}
      {(state === 'drawn' || state === 'void') && <time className={common.faint}>{format.fullTime(resultAt)}</time>}
    </Card>
  );
}

function Payments({ detail: { categories } }: { readonly detail: RoundDetail }): ReactNode {
  const t = useText();
  const played = categories.filter(({ orders }) => orders > 0);
  if (categories.length === 0) return null;
  return (
    <Card title={t('rounds.whoWasPaid')} className={styles.card}>
      <SourceLine source="ledger">{t('rounds.resultSource')}</SourceLine>
      {played.length === 0 && <p className={common.text}>{t('rounds.noBets')}</p>}
      {played.map(({ category, orders, staked, paid, charity }) => (
        <div key={category} className={common.stack}>
          <span className={common.name}>{t(`rounds.${category}`)}</span>
          <LabelledRow columns={2}>
            <Labelled label={t('rounds.bets')}>
              <Count source="ledger" count={orders} />
            </Labelled>
            <Labelled label={t('rounds.staked')} unit="USDT">
              <Money source="ledger" value={staked} decimals={2} />
            </Labelled>
            {paid !== null && (
              <Labelled label={t('rounds.paid')} unit="USDT">
                <Money source="ledger" value={paid} decimals={6} />
              </Labelled>
            )}
            {charity !== null && (
              <Labelled label={t('rounds.toCharity')} unit="USDT">
                <Money source="ledger" value={charity} decimals={6} />
              </Labelled>
            )}
          </LabelledRow>
        </div>
      ))}
    </Card>
  );
}

function Published({
  detail: { tip, digest, orderRoot, seed, beaconKind },
}: {
  readonly detail: RoundDetail;
}): ReactNode {
  const t = useText();
  return (
    <Card title={t('rounds.published')} className={styles.card}>
      <Hash label={t('rounds.tip')} value={tip} missing={t('rounds.notYet')} />
      <Hash label={t('rounds.root')} value={orderRoot} missing={t('rounds.notYet')} />
      <Hash label={t('rounds.digest')} value={digest} missing={t('rounds.notYet')} />
      <Hash label={t('rounds.seed')} value={seed} missing={t('rounds.notYet')} />
      <BeaconText kind={beaconKind} />
    </Card>
  );
}

/** What the beacon is, what it protects from and what not. */
export function BeaconText({ kind }: { readonly kind: RoundDetail['beaconKind'] }): ReactNode {
  const t = useText();
  return (
    <div>
      <h3 className={common.name}>{t('rounds.beacon')}</h3>
      <p className={common.text}>{t(kind === 'drand' ? 'rounds.beaconDrand' : 'rounds.beaconMarket')}</p>
    </div>
  );
}
