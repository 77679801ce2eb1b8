import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Draw, OwnDay } from '#contract/draws.ts';
import { largestPrize } from '#core/draws/prizes.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { randomKey } from '#web/platform/random-key.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Hash } from '#web/ui/layout/hash.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import styles from './draws.module.css';
import { refreshDraws, useChangeClientSeed, useDraw } from './queries.ts';
import { Reels } from './reels.tsx';
import { dateOf } from './words.ts';

interface DrawStageProps {
  readonly day: OwnDay;
  /** In place of the button, where something keeps the member from drawing. */
  readonly notice: ReactNode;
}

/** The draw itself: how many entries are ready, the reels, and what came of the last one. */
export function DrawStage({ day, notice }: DrawStageProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const [drawn, setDrawn] = useState<Draw | null>(null);
  const { drawNext, isDrawing } = useDrawNext(day, setDrawn);
  const ready = day.entries.filter(({ state }) => state === 'ready').length;
  const isExcluded = day.excludedUntil !== null;
  const isOpen = day.isOpen && day.published !== null;
  return (
    <Card className={styles.stage}>
      <LabelledRow columns={2}>
        <Labelled label={t('draws.ready')}>
          <Count source="ledger" count={ready} />
        </Labelled>
        <Labelled label={t('draws.first')} unit="USDT">
          <RuleValue rule="prize">{format.usdt(largestPrize(day.prizes), 0)}</RuleValue>
        </Labelled>
      </LabelledRow>
      {day.published && <Commitment published={day.published} />}
      <Reels drawn={drawn} isDrawing={isDrawing} />
      <div role="status" className={styles.outcome}>
        {drawn ? <Outcome key={drawn.id} drawn={drawn} /> : null}
      </div>
      {isExcluded ? (
        notice
      ) : !isOpen ? (
        <Note kind="warning" title={t('draws.closed')}>
          {t(day.published === null ? 'draws.unpublishedText' : 'draws.closedText')}
        </Note>
      ) : ready === 0 ? (
        <div className={styles.none}>
          <p className={common.name}>{t('errors.noEntries')}</p>
          <p className={common.text}>{t('draws.noneText')}</p>
        </div>
      ) : (
        <>
          <Button onClick={drawNext} busy={isDrawing}>
            <span data-words="">{isDrawing ? t('draws.drawing') : t('draws.draw', { entry: day.next })}</span>
          </Button>
          <p className={common.text}>
            <time>{t('draws.endsAt', { time: format.fullTime(day.endsAt) })}</time>
          </p>
        </>
      )}
    </Card>
  );
}

/** What the entries are drawn with is fixed: shown before the first one. */
function Commitment({ published }: { readonly published: NonNullable<OwnDay['published']> }): ReactNode {
  const t = useText();
  return (
    <Hash
      label={
        <>
          {t('draws.commitment')} · <time>{dateOf(published.day)} UTC</time>
        </>
      }
      value={published.commitment}
      missing={t('rounds.notYet')}
    />
  );
}

/** Draws the entry that the page shows; before the first one the phone makes the member's own seed. */
function useDrawNext(day: OwnDay, onDrawn: (drawn: Draw) => void) {
  const username = useUsername();
  const sent = useRef<Partial<Pick<Draw, 'day' | 'entry' | 'clientSeed'>>>({});
  const draw = useDraw((drawn) => {
    onDrawn(drawn);
    if (username === null) return;
    // As it was asked for, with the own seed that this page knew: no other entry is drawn, nor with another one.
    const known = { ...drawn, ...sent.current };
    void import('./kept-draws.ts').then(({ keepDraw }) => keepDraw(username, known)).catch(() => {});
  });
  const change = useChangeClientSeed();
  const client = useQueryClient();
  const fail = (error: Error): void => {
    showFailure(error);
    // Another page may have drawn it, or the day is over.
    void refreshDraws(client);
  };
  const drawNow = (clientSeed: string | null): void => {
    const expected = { entry: day.next, ...(day.published && { day: day.published.day }) };
    sent.current = { ...expected, ...(clientSeed !== null && { clientSeed }) };
    draw.mutate({ ...expected, ...(clientSeed !== null && { seed: clientSeed }) }, { onError: fail });
  };
  const drawNext = (): void => {
    const { clientSeed } = day;
    if (clientSeed !== null) {
      drawNow(clientSeed);
      return;
    }
    const seed = randomKey();
    change.mutate(
      { seed },
      {
        onSuccess: () => drawNow(seed),
        // Another page was first: its seed counts.
        onError: (error) => (refusalCode(error) === 'clientSeedChanged' ? drawNow(null) : fail(error)),
      },
    );
  };
  return { drawNext, isDrawing: draw.isPending || change.isPending };
}

function Outcome({ drawn }: { readonly drawn: Draw }): ReactNode {
  const t = useText();
  const { id, prize, amount } = drawn;
  return (
    <div className={classNames(styles.result, prize !== null && styles.won)}>
      <p className={common.name}>{t(prize === null ? 'draws.lost' : `draws.${prize}`)}</p>
      {prize !== null && (
        <p className={styles.prize}>
          <Money source="ledger" value={amount} decimals={2} sign="always" /> USDT
        </p>
      )}
      <Go to={`/tab2?draw=${id}`} className={styles.link}>
        {t('draws.proof')}
      </Go>
    </div>
  );
}
