import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { usePlace } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { keep, readKept } from './kept-answer.ts';
import { useSecurityActs } from './queries.ts';
import { useStop } from './recovery-note.tsx';
import { useRecovery } from './recovery-queries.ts';
import { isNews, isOwnPage } from './unseen-acts.ts';

/** On whatever page the member is: tells what touched the account, also since the last visit, and asks about a recovery. */
export function SecurityWatch(): ReactNode {
  useToldActs();
  return <RecoveryQuestion />;
}

const justNowMs = 5_000;
const onPhone = () => localStorage;
const onVisit = () => sessionStorage;
const answerKey = 'recovery-answered';

/** Tells of the newest act, once on each phone. */
function useToldActs(): void {
  const t = useText();
  const username = useUsername();
  const { path } = usePlace();
  const atItUntil = useRef(0);
  useEffect(() => {
    if (!isOwnPage(path)) return;
    atItUntil.current = Number.POSITIVE_INFINITY;
    return () => {
      atItUntil.current = Date.now() + justNowMs;
    };
  }, [path]);

  const acts = useSecurityActs().data?.pages[0];
  const newest = acts?.[0];
  const meet = useEffectEvent((id: string, name: string) => {
    const key = `security-act:${username ?? ''}`;
    const isAtIt = Date.now() < atItUntil.current;
    if (newest && isNews(id, { last: readKept(onPhone, key), isAtIt })) showToast(t('recovery.told', { act: name }));
    keep(onPhone, key, id);
  });
  const hasLoaded = acts !== undefined;
  useEffect(() => {
    // "0" comes before every id: an account without any act has been visited, too.
    if (hasLoaded) meet(newest?.id ?? '0', newest ? t(`security.act-${newest.act}`) : '');
  }, [hasLoaded, newest, t]);
}

/** Asks about a recovery that waits wherever the member is; in the security centre a note says the same. */
function RecoveryQuestion(): ReactNode {
  const t = useText();
  const format = useFormat();
  const { path } = usePlace();
  const waiting = useRecovery().data?.waiting ?? null;
  const stop = useStop();
  const [answered, setAnswered] = useState(() => readKept(onVisit, answerKey));
  const question = waiting === null ? null : String(waiting.approvedAt);
  const close = () => {
    setAnswered(question);
    if (question !== null) keep(onVisit, answerKey, question);
  };
  return (
    <Dialog
      open={question !== null && question !== answered && !isOwnPage(path)}
      title={t('recovery.title')}
      onClose={close}
      actions={[
        { label: t('recovery.stop'), onPress: stop.now, busy: stop.isPending },
        { label: t('recovery.asked'), onPress: close, kind: 'quiet' },
      ]}
    >
      {waiting === null ? '' : t('recovery.text', { time: format.dayTime(waiting.takesEffectAt) })}
    </Dialog>
  );
}
