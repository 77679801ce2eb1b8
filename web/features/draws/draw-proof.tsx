import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type getDraw, getDrawTranscript } from '#contract/draws.ts';
import type { OutputOf } from '#contract/operation.ts';
import { prizesText } from '#core/draws/prizes.ts';
import type { DrawTranscript } from '#core/draws/verify.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Hash } from '#web/ui/layout/hash.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { CheckSteps } from '#web/ui/proof/check-steps.tsx';
import { useProofFile } from '#web/ui/proof/use-proof-file.ts';
import common from '#web/ui/style/common.module.css';
import type { DrawCheck } from './check-draws.ts';
import { checkSteps, stepOf } from './check-steps.ts';
import { DrawLines } from './draw-list.tsx';
import { useGetDraw, useGetDrawTranscript } from './queries.ts';
import { revealedFrom } from './words.ts';

type Proof = OutputOf<typeof getDraw>;

/** One draw with everything that proves it: the seeds, what was published before, and the check on this phone after the reveal. */
export function DrawProof({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const go = useGo();
  const proof = useGetDraw(id);
  if (refusalCode(proof.error) === 'drawUnknown') {
    return (
      <EmptyState
        icon="orders"
        title={t('draws.unknown')}
        action={{ label: t('draws.title'), onPress: () => go('/tab2', { replace: true }) }}
      />
    );
  }
  return (
    <Loaded query={proof} height={[110, 200, 160]} radius={14}>
      {(loaded) => (
        <>
          <Card className={common.stack}>
            <DrawLines drawn={loaded.draw} />
          </Card>
          <CheckCard key={loaded.draw.id} proof={loaded} />
          <Published proof={loaded} />
        </>
      )}
    </Loaded>
  );
}

function Published({ proof: { draw, published, prizes, transcript } }: { readonly proof: Proof }): ReactNode {
  const t = useText();
  const hashes = [
    ['draws.commitment', published.commitment],
    ['draws.seed', draw.clientSeed],
    ['draws.daySeed', transcript?.seed ?? null],
    ['draws.dayPrizes', prizesText(prizes)],
  ] as const;
  return (
    <Card className={common.stack}>
      {hashes.map(([label, value]) => (
        <Hash key={label} label={t(label)} value={value} missing={t('rounds.notYet')} />
      ))}
      <p className={common.text}>{t('draws.protects')}</p>
    </Card>
  );
}

function CheckCard({ proof }: { readonly proof: Proof }): ReactNode {
  const t = useText();
  const format = useFormat();
  const username = useUsername() ?? '';
  const { draw, published, prizes, transcript } = proof;
  const check = useMutation({
    mutationFn: async (revealed: DrawTranscript) => {
      const [{ checkDraws }, { keptDayOf }] = await Promise.all([
        import('./check-draws.ts'),
        import('./kept-draws.ts'),
      ]);
      const kept = await keptDayOf(username, draw.day);
      return checkDraws(revealed, { username, draw, commitment: published.commitment, prizes }, kept);
    },
  });
  const { download } = useProofFile(
    `clearlot-draws-${draw.day}.json`,
    getDrawTranscript,
    useGetDrawTranscript(draw.day),
  );
  if (transcript === null) {
    return (
      <Card title={t('draws.proof')} className={common.stack}>
        <p className={common.text}>
          <time>{t('draws.revealLater', { time: format.fullTime(revealedFrom(draw.day)) })}</time>
        </p>
      </Card>
    );
  }
  return (
    <Card title={t('draws.proof')} className={common.stack}>
      {check.error && (
        <p role="alert">
          {t('draws.verifyFailed')}: {problemText(check.error)}
        </p>
      )}
      {check.data && <Steps check={check.data} />}
      <div className={common.buttons}>
        <Button onClick={() => check.mutate(transcript)} busy={check.isPending}>
          {t('draws.verify')}
        </Button>
        <Button kind="outline" onClick={() => download.mutate()} busy={download.isPending}>
          <Icon name="download" size={18} />
          {t('rounds.download')}
        </Button>
      </div>
    </Card>
  );
}

function Steps({ check: { differences, wasKept } }: { readonly check: DrawCheck }): ReactNode {
  const t = useText();
  const isSame = differences.length === 0;
  return (
    <CheckSteps
      steps={checkSteps.filter((step) => step !== 'kept' || wasKept)}
      nameOf={(step) => t(`draws.step-${step}`)}
      differencesOf={(step) =>
        differences
          .filter(({ field }) => stepOf(field) === step)
          .map(({ field, claimed, computed }) => (
            <Figure key={`${field} ${claimed} ${computed}`} source="probe" className={common.hash}>
              {`${field}: ${claimed} ≠ ${computed}`}
            </Figure>
          ))
      }
      note={!wasKept && <p className={common.text}>{t('draws.keptMissing')}</p>}
      isSame={isSame}
      verdict={t(isSame ? 'draws.same' : 'draws.differs')}
    />
  );
}
