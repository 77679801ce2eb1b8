import type { ReactNode } from 'react';
import { getPlanProof } from '#contract/plans-proof.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import proofStyles from '#web/ui/proof/proof.module.css';
import { saveWire } from '#web/ui/proof/save-wire.ts';
import { Verdict } from '#web/ui/proof/verdict.tsx';
import { DifferenceTable } from './difference-table.tsx';
import type { Verification } from './plan-proof.ts';
import { proofFailureText } from './proof-failure-text.ts';
import { useGetPlanProof, useVerification } from './queries/proof.ts';
import { verdictOf } from './verdict.ts';
import styles from './verify-card.module.css';

export interface VerifyCardProps {
  readonly id: string;
  /** Settles the plan again on this phone. */
  readonly verify: () => Promise<Verification>;
}

/** Verifies the plan as soon as it is shown, and says what came of it. */
export function VerifyCard({ id, verify }: VerifyCardProps): ReactNode {
  const t = useText();
  const { data: verification, error, isFetching, refetch } = useVerification(id, verify);
  const failure = isFetching ? null : error;
  return (
    <Card title={titleOf(t, verification)}>
      <div className={styles.outcome} aria-busy={isFetching}>
        {failure ? (
          <p className={proofStyles.text} role="alert">
            {proofFailureText(t, failure)}
          </p>
        ) : verification ? (
          <Outcome verification={verification} />
        ) : (
          <p className={proofStyles.text}>{t('planProof.verifying')}</p>
        )}
      </div>
      {(failure || verification?.matches === false) && (
        <div className={proofStyles.action}>
          <Button onClick={() => void refetch()} busy={isFetching}>
            {t('planProof.verifyAgain')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** In place of the verification while the plan runs. */
export function VerifyLater(): ReactNode {
  const t = useText();
  return (
    <Card title={t('planProof.verifyTitle')}>
      <p className={proofStyles.text}>{t('planProof.verifyLater')}</p>
    </Card>
  );
}

/** Saves the proof of a settled plan as a file. */
export function ProofDownload({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const proof = useGetPlanProof(id);
  const download = async () => {
    // Loaded anew: its days may have been revealed since. What was loaded before stays beside an error.
    const { data, error } = await proof.refetch();
    if (error || !data) {
      showToast(proofFailureText(t, error), 'failure');
      return;
    }
    saveWire(`clearlot-plan-${id}.json`, getPlanProof, data);
  };
  return (
    <Button kind="outline" onClick={() => void download()} disabled={proof.isFetching}>
      <Icon name="download" size={18} />
      {t('planProof.download')}
    </Button>
  );
}

const titles = {
  verified: 'planProof.verifiedTitle',
  partly: 'planProof.partlyTitle',
  nothing: 'planProof.nothingTitle',
  mismatch: 'planProof.mismatchTitle',
} as const;

function titleOf(t: ReturnType<typeof useText>, verification: Verification | undefined): string {
  if (!verification) return t('planProof.verifyTitle');
  return t(titles[verdictOf(verification)]);
}

function Outcome({ verification }: { readonly verification: Verification }): ReactNode {
  const t = useText();
  const { engine, candles, hash, milliseconds, differences, notCompared, isRecorded, clockMovedMs } = verification;
  const verdict = verdictOf(verification);
  if (verdict === 'mismatch') {
    return (
      <div role="alert">
        <p className={proofStyles.text}>{t('planProof.mismatchLine')}</p>
        <DifferenceTable differences={differences} />
        <ClockMoved by={clockMovedMs} />
        <NotCompared points={notCompared} />
      </div>
    );
  }
  if (verdict === 'nothing') {
    return (
      <div role="status">
        <p className={proofStyles.text}>{t('planProof.nothingLine')}</p>
        <ClockMoved by={clockMovedMs} />
        <NotCompared points={notCompared} />
      </div>
    );
  }
  const values = { engine, candles, hash: shortHash(hash), milliseconds: Math.max(1, Math.round(milliseconds)) };
  return (
    <div role="status">
      <p className={proofStyles.text}>
        <Figure source="probe">{t('planProof.verifiedLine', values)}</Figure>
      </p>
      <div className={proofStyles.same}>
        {verdict === 'partly' ? (
          <Verdict isSame={false}>{t('planProof.partlySame')}</Verdict>
        ) : (
          <Verdict>{t('planProof.verifiedSame')}</Verdict>
        )}
      </div>
      <ClockMoved by={clockMovedMs} />
      {isRecorded && <p className={proofStyles.text}>{t('planProof.recordingSame')}</p>}
      <NotCompared points={notCompared} />
    </div>
  );
}

/** That the product clock moved otherwise than this phone's own since the plan was placed. */
function ClockMoved({ by }: { readonly by: number | null }): ReactNode {
  const t = useText();
  const format = useFormat();
  if (by === null) return null;
  return (
    <p role="alert" className={proofStyles.text}>
      {t('planProof.clockMoved', { minutes: format.count(Math.round(by / 60_000)) })}
    </p>
  );
}

const notComparedTexts = {
  kept: 'planProof.keptMissing',
  keptReceipt: 'planProof.keptReceiptMissing',
  market: 'planProof.minutesMissing',
  marketGone: 'planProof.marketGone',
  marketElsewhere: 'planProof.marketElsewhere',
  recordingHidden: 'planProof.recordingHidden',
  recordingElsewhere: 'planProof.recordingElsewhere',
  recordingMissing: 'planProof.recordingMissing',
} as const;

/** What the proof could not be held against, so that nothing is taken for compared that was not. */
function NotCompared({ points }: { readonly points: Verification['notCompared'] }): ReactNode {
  const t = useText();
  return points.map((point) => (
    <p key={point} className={proofStyles.text}>
      {t(notComparedTexts[point])}
    </p>
  ));
}

const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-2)}`;
