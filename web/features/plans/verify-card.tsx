import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import type { PlanDetail } from '#contract/plan-record.ts';
import { getPlanProof } from '#contract/plans.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { DifferenceTable } from './difference-table.tsx';
import type { Verification } from './plan-proof.ts';
import { useGetPlanProof } from './queries/records.ts';
import styles from './verify-card.module.css';

/** Settles the plan again on this phone and shows the result; saves the proof as a file. */
export function VerifyCard({ detail }: { readonly detail: PlanDetail }): ReactNode {
  const t = useText();
  const proof = useGetPlanProof(detail.plan.id);
  const [verification, setVerification] = useState<Verification | null>(null);
  const [verifying, setVerifying] = useState(false);
  if (detail.settledAt === null) {
    return <Card title={t('plans.verifyTitle')}>{<p className={styles.text}>{t('plans.verifyLater')}</p>}</Card>;
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
      showToast(t('plans.verifyFailed'), 'failure');
    } finally {
      setVerifying(false);
    }
  };
  const verify = () =>
    attempt(async () => {
      const [{ verifyProof }, loaded] = await Promise.all([import('./plan-proof.ts'), loadProof()]);
      setVerification(verifyProof(loaded, detail, () => performance.now()));
    });
  const download = () =>
    attempt(async () => {
      const wire = z.encode(getPlanProof.output, proof.data ?? (await loadProof()));
      saveFile(`clearlot-plan-${detail.plan.id}.json`, JSON.stringify(wire, null, 2));
    });

  return (
    <>
      <Card title={titleOf(t, verification)}>
        {verification ? (
          <Outcome verification={verification} />
        ) : (
          <p className={styles.text}>{t('plans.verifyText')}</p>
        )}
        {!verification?.matches && (
          <div className={styles.action}>
            <Button onClick={() => void verify()} busy={verifying}>
              {verifying ? t('plans.verifying') : verification ? t('plans.verifyAgain') : t('plans.verify')}
            </Button>
          </div>
        )}
      </Card>
      <Button kind="outline" onClick={() => void download()} disabled={verifying}>
        <Icon name="download" size={18} />
        {t('plans.download')}
      </Button>
    </>
  );
}

function titleOf(t: ReturnType<typeof useText>, verification: Verification | null): string {
  if (!verification) return t('plans.verifyTitle');
  return verification.matches ? t('plans.verifiedTitle') : t('plans.mismatchTitle');
}

function Outcome({ verification }: { readonly verification: Verification }): ReactNode {
  const t = useText();
  const { matches, engine, candles, hash, milliseconds, differences } = verification;
  if (!matches) {
    return (
      <div role="alert">
        <p className={styles.text}>{t('plans.mismatchLine')}</p>
        <DifferenceTable differences={differences} />
      </div>
    );
  }
  const values = { engine, candles, hash: shortHash(hash), milliseconds: Math.max(1, Math.round(milliseconds)) };
  return (
    <div role="status">
      <p className={styles.text}>
        <Figure source="probe" mark="group">
          {t('plans.verifiedLine', values)}
        </Figure>
      </p>
      <p className={styles.same}>
        <Icon name="check" size={18} />
        {t('plans.verifiedSame')}
      </p>
    </div>
  );
}

const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-2)}`;

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
