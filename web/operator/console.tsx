import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import { getOperatorSession } from '#contract/operators.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { SessionOver } from '#web/platform/api/refusal.ts';
import { phoneZone } from '#web/platform/format/time-zone.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { useShown } from '#web/platform/navigation/navigation.tsx';
import { ErrorBoundary } from '#web/ui/feedback/error-boundary.tsx';
import { ErrorState, OfflineBar } from '#web/ui/feedback/states.tsx';
import { ToastRegion } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './console.module.css';
import { LanguageChoice } from './language-choice.tsx';
import { useConsoleText } from './locale.ts';
import { enrolPath, pathOf } from './paths.ts';
import { useGetOperatorSession, useSignOutOperator } from './queries/operators.ts';
import { useOperatorStream } from './queries/stream.ts';
import { useWaiting, type Waiting } from './queries/waiting.ts';
import { type Section, sectionOf, sections } from './sections.ts';
import { SignIn } from './sign-in.tsx';
import { forgetKeptState } from './ui/kept-state.ts';

/** The console: its sections for a signed-in operator, otherwise the sign-in. */
export function Console(): ReactNode {
  const shown = useShown();
  if (shown === null) return null;
  const { page: Page, location } = shown;
  if (location.path === enrolPath) return <Page />;
  return (
    <SignedIn>
      {(session) => (
        <Frame session={session} path={location.path}>
          <ErrorBoundary key={location.path} fallback={<ErrorState />}>
            <Page />
          </ErrorBoundary>
        </Frame>
      )}
    </SignedIn>
  );
}

type OperatorSession = OutputOf<typeof getOperatorSession>;

function SignedIn({ children }: { readonly children: (session: OperatorSession) => ReactNode }): ReactNode {
  const session = useGetOperatorSession();
  useSessionWatch();
  if (session.error instanceof SessionOver) return <SignIn />;
  if (session.data !== undefined) return children(session.data);
  return session.error === null ? null : <ErrorState onRetry={() => void session.refetch()} />;
}

/** Where any call finds that the session is over, the session is read anew, which leads to the sign-in. */
function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(() => {
    const key = readKey(getOperatorSession, {});
    const check = (error: unknown, isOwn: boolean) => {
      if (error instanceof SessionOver && !isOwn) void client.refetchQueries({ queryKey: key });
    };
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        check(event.action.error, event.query.queryKey[0] === key[0]);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') check(event.action.error, false);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}

interface FrameProps {
  readonly session: OperatorSession;
  readonly path: string;
  readonly children: ReactNode;
}

function Frame({ session, path, children }: FrameProps): ReactNode {
  const t = useConsoleText();
  const current = sectionOf(path);
  const permitted = sections.filter(({ permission }) => session.permissions.includes(permission));
  const isBehind = useOperatorStream();
  const waiting = useWaiting(session.permissions);
  const title = current === undefined ? t('shell.title') : t(`${current.name}.title`);
  const waitingInAll = Object.values(waiting).reduce((sum, count) => sum + count, 0);
  useEffect(() => {
    document.title = `${waitingInAll === 0 ? '' : `(${waitingInAll}) `}${title} · Clearlot`;
  }, [title, waitingInAll]);
  return (
    <div className={styles.console}>
      <OfflineBar />
      <header className={styles.header}>
        <span className={styles.brand}>
          <Icon name="mark" /> {t('shell.title')}
        </span>
        <span className={styles.who}>
          {session.operator} · {t(`roles.${session.role}`)}
        </span>
        <LanguageChoice />
        <SignOut />
      </header>
      <Menu permitted={permitted} current={current} waiting={waiting} />
      <main className={styles.main}>
        <div className={styles.heading}>
          <h1>{title}</h1>
          <span>{t('shell.timesIn', { zone: phoneZone() })}</span>
        </div>
        <div role="status">{isBehind ? <p className={styles.behind}>{t('shell.behind')}</p> : null}</div>
        {current !== undefined && !permitted.includes(current) ? <p>{t('shell.notPermitted')}</p> : children}
      </main>
      <ToastRegion />
    </div>
  );
}

interface MenuProps {
  readonly permitted: readonly Section[];
  readonly current: Section | undefined;
  readonly waiting: Waiting;
}

/** On a phone it is a line that scrolls: the section that is open comes into view. */
function Menu({ permitted, current, waiting }: MenuProps): ReactNode {
  const t = useConsoleText();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current === undefined) return;
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={menu} className={styles.menu} aria-label={t('shell.sections')}>
      {permitted.map(({ name, icon }) => (
        <Go key={name} to={pathOf(name)} className={styles.entry} current={name === current?.name}>
          <Icon name={icon} size={18} />
          {t(`${name}.title`)}
          {waiting[name] ? <span className={styles.waiting}>{waiting[name]}</span> : null}
        </Go>
      ))}
    </nav>
  );
}

function SignOut(): ReactNode {
  const t = useConsoleText();
  const client = useQueryClient();
  const signOut = useSignOutOperator();
  const leave = () =>
    signOut.mutate(
      {},
      {
        onSuccess: () => {
          forgetKeptState();
          void client.resetQueries();
        },
      },
    );
  return (
    <Button inline kind="quiet" busy={signOut.isPending} onClick={leave}>
      {t('shell.signOut')}
    </Button>
  );
}
