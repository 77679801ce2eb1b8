import { type ReactNode, useState } from 'react';
import { ActivationSheet } from '#web/features/assets/activation-sheet.tsx';
import { AssetsMenu } from '#web/features/assets/assets-menu.tsx';
import { FiguresCard } from '#web/features/assets/figures-card.tsx';
import { WeightSheet } from '#web/features/assets/weight-sheet.tsx';
import { useLatestDeposit } from '#web/features/deposits/queries.ts';
import { SignOutButton } from '#web/features/identity/sign-out-button.tsx';
import { LanguageButton } from '#web/features/preferences/language-button.tsx';
import { useGetMember } from '#web/features/profile/queries/profile.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { nameEnd } from '#web/platform/format/account-name.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { PaperLine } from '#web/ui/figure/paper-line.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { clientPiece } from '#web/ui/loading/client-piece.tsx';

const nameCharacters = 7;

/** Loaded after the figures, with its hashing and texts. When it cannot be loaded, the rest of the page stays. */
const BooksCard = clientPiece(async () => {
  const [card] = await Promise.all([import('#web/features/proofs/books-card.tsx'), localeStore.loadMore()]);
  return card.BooksCard;
});

const FirstSteps = clientPiece(async () => {
  await localeStore.loadMore();
  return (await import('./first-steps.tsx')).FirstSteps;
});

export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const username = useUsername() ?? '';
  const member = useGetMember();
  const [open, setOpen] = useState<'weight' | 'activation' | null>(null);
  const close = () => setOpen(null);
  const latest = useLatestDeposit(open === 'activation');
  const problem = queryProblem(member);
  return (
    <Screen
      overTabBar
      title={t('shell.assets')}
      aside={
        <>
          <span role="img" aria-label={t('home.signedInAs', { name: username })}>
            <code>{nameEnd(username, nameCharacters)}</code>
          </span>
          <LanguageButton />
        </>
      }
    >
      {problem === null ? (
        <FiguresCard
          member={member.data}
          onActivate={() => setOpen('activation')}
          onExplain={() => setOpen('weight')}
        />
      ) : (
        <ErrorState message={problem} onRetry={() => void member.refetch()} />
      )}
      <PaperLine />
      <AssetsMenu />
      <BooksCard username={username} />
      <SignOutButton onSignedOut={() => go('/login', { replace: true })} />
      <FirstSteps />
      <WeightSheet open={open === 'weight'} onClose={close} />
      <ActivationSheet
        open={open === 'activation'}
        onClose={close}
        weight={member.data?.weight ?? 0}
        address={latest.data?.address ?? null}
        onDeposit={() => go('/deposits')}
      />
    </Screen>
  );
}
