import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import type { PlanDetail, PlanProof } from '#contract/plan-record.ts';
import { getPlanProof } from '#contract/plans.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { saveFile } from '#web/ui/feedback/save-file.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { DifferenceTable } from './difference-table.tsx';
import type { Verification } from './plan-proof.ts';
import { proofFailureText } from './proof-unreadable.ts';
import { useGetPlanProof } from './queries/records.ts';
import styles from './verify-card.module.css';

export interface VerifyCardProps {
  readonly detail: PlanDetail;
  /** Published minutes of a coin from an open time on. */
  readonly getMinutes: (coin: string, from: number) => Promise<PlanProof['candles']>;
}

/** Settles the plan again on this phone and shows the result; saves the proof as a file. */
export function VerifyCard({ detail, getMinutes }: VerifyCardProps): ReactNode {
  const t = useText();
  const proof = useGetPlanProof(detail.plan.id);
  const [verification, setVerification] = useState<Verification | null>(null);
  const [verifying, setVerifying] = useState(false);
  if (detail.settledAt === null) {
    return (
      <Card title={t('planProof.verifyTitle')}>{<p className={styles.text}>{t('planProof.verifyLater')}</p>}</Card>
    );
  }

  const loadProof = async () => {
    const { data } = await proof.refetch({ throwOnError: true });
    if (!data) throw new Error('no proof came');
    return data;
  };
  const attempt = async (act: () => Promise<void>) => {
    setVerifying(true);
    try {
      await act();
    } catch (error) {
      console.error('the proof could not be loaded', error);
      showToast(proofFailureText(t, error), 'failure');
    } finally {
      setVerifying(false);
    }
  };
  const verify = () =>
    attempt(async () => {
      const [{ verifyProof }, { keptPlanOf }, loaded] = await Promise.all([
        import('./plan-proof.ts'),
        import('./kept-plans.ts'),
        loadProof(),
      ]);
      const kept = await keptPlanOf(detail.plan.id);
      const from = loaded.candles[0]?.[0] ?? detail.startsAt;
      const minutes = await getMinutes(detail.plan.coin, from).catch(() => null);
      setVerification(verifyProof(loaded, { shown: detail, kept, minutes }, () => performance.now()));
    });
  const download = () =>
    attempt(async () => {
      const wire = z.encode(getPlanProof.output, proof.data ?? (await loadProof()));
      saveFile(`clearlot-plan-${detail.plan.id}.json`, 'application/json', JSON.stringify(wire, null, 2));
    });

  return (
    <>
      <Card title={titleOf(t, verification)}>
        {verification ? (
          <Outcome verification={verification} />
        ) : (
          <p className={styles.text}>{t('planProof.verifyText')}</p>
        )}
        {!verification?.matches && (
          <div className={styles.action}>
            <Button onClick={() => void verify()} busy={verifying}>
              {verifying ? t('planProof.verifying') : verification ? t('planProof.verifyAgain') : t('planProof.verify')}
            </Button>
          </div>
        )}
      </Card>
      <Button kind="outline" onClick={() => void download()} disabled={verifying}>
        <Icon name="download" size={18} />
        {t('planProof.download')}
      </Button>
    </>
  );
}

function titleOf(t: ReturnType<typeof useText>, verification: Verification | null): string {
  if (!verification) return t('planProof.verifyTitle');
  return verification.matches ? t('planProof.verifiedTitle') : t('planProof.mismatchTitle');
}

function Outcome({ verification }: { readonly verification: Verification }): ReactNode {
  const t = useText();
  const { matches, engine, candles, hash, milliseconds, differences, notCompared } = verification;
  if (!matches) {
    return (
      <div role="alert">
        <p className={styles.text}>{t('planProof.mismatchLine')}</p>
        <DifferenceTable differences={differences} />
        <NotCompared points={notCompared} />
      </div>
    );
  }
  const values = { engine, candles, hash: shortHash(hash), milliseconds: Math.max(1, Math.round(milliseconds)) };
  return (
    <div role="status">
      <p className={styles.text}>
        <Figure source="probe" mark="group">
          {t('planProof.verifiedLine', values)}
        </Figure>
      </p>
      <p className={styles.same}>
        <Icon name="check" size={18} />
        {t('planProof.verifiedSame')}
      </p>
      <NotCompared points={notCompared} />
    </div>
  );
}

const notComparedTexts = { kept: 'planProof.keptMissing', market: 'planProof.minutesMissing' } as const;

/** What the proof could not be held against, so that nothing is taken for compared that was not. */
function NotCompared({ points }: { readonly points: Verification['notCompared'] }): ReactNode {
  const t = useText();
  return points.map((point) => (
    <p key={point} className={styles.text}>
      {t(notComparedTexts[point])}
    </p>
  ));
}

const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-2)}`;
