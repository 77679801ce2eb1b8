import type { ReactNode } from 'react';
import type { PlanProof } from '#contract/plans-proof.ts';
import { columnsOfRows } from '#core/market/columns.ts';
import { revealFaults } from '#core/plans/replay-reveal.ts';
import { spanOf } from '#core/plans/verify.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useGetPlanProof } from './queries/proof.ts';
import styles from './recorded-days-card.module.css';

/** Which recorded days a plan's candles come from, drawn on this phone from the key in its proof. */
export function RecordedDaysCard({ plan }: { readonly plan: string }): ReactNode {
  const t = useText();
  // The verification loads it, and says where it cannot be read.
  const { data: proof } = useGetPlanProof(plan);
  if (proof === undefined) return null;
  return (
    <Card title={t('replay.title')}>
      <RevealWords proof={proof} />
    </Card>
  );
}

function RevealWords({ proof }: { readonly proof: PlanProof }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { coin, market, candles, reveal } = proof;
  const isWrong =
    revealFaults(market.market, coin, reveal, spanOf({ ...proof, candles: columnsOfRows(candles) })).length > 0;
  if (isWrong || reveal === null || reveal.state === 'elsewhere') {
    return (
      <p role="alert" className={styles.text}>
        {t(isWrong ? 'replay.wrong' : 'replay.foreign')}
      </p>
    );
  }
  if (reveal.state === 'hidden') {
    return <p className={styles.text}>{t('replay.hidden', { at: format.fullTime(reveal.until) })}</p>;
  }
  return (
    <>
      {reveal.played.map(({ day, origin, factor }) => (
        <p key={day} className={styles.text}>
          <Figure source="market">
            {t('replay.played', { day: dateOf(reveal.days[origin]?.midnight ?? 0), factor: String(factor) })}
          </Figure>
        </p>
      ))}
      <p className={styles.text}>{t('replay.proven')}</p>
    </>
  );
}

const dateOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);
