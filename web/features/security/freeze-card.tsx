import type { ReactNode } from 'react';
import { getRecovery } from '#contract/identity-factors.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { unfreezeAccount } from '#contract/security.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ProtectedForm } from '#web/ui/captcha/protected-form.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { useFreezeAccount, useUnfreezeAccount } from './queries.ts';

/** Freezes outgoing money and card changes until the owner lifts it. */
export function FreezeCard(): ReactNode {
  const t = useText();
  const account = useRead(getAccountInfo, {}).data;
  const { freezeHoldsUntil: holdsUntil = null, freezeHeldByTeam = false } = useRead(getRecovery, {}).data ?? {};
  const freezing = useFreezeAccount((message) => showToast(message, 'success'));
  if (account === undefined) return null;
  if (account.frozen && holdsUntil !== null) return <HeldFreeze until={holdsUntil} isByTeam={freezeHeldByTeam} />;
  if (account.frozen) return <Unfreeze />;
  return (
    <Note
      title={t('security.freezeTitle')}
      action={
        <ConfirmButton
          inline
          label={t('security.freeze')}
          title={t('security.freezeConfirm')}
          cancel={t('shell.cancel')}
          mutation={freezing}
          input={{}}
        >
          {t('security.freezeText')}
        </ConfirmButton>
      }
    >
      {t('security.freezeText')}
    </Note>
  );
}

/** A freeze by a recovery or an operator, which the owner cannot lift for a while. */
function HeldFreeze({ until, isByTeam }: { readonly until: number; readonly isByTeam: boolean }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Note kind="warning" title={t('security.frozenTitle')}>
      {t(isByTeam ? 'recovery.heldByTeam' : 'recovery.holds', { time: format.dayTime(until) })}
    </Note>
  );
}

function Unfreeze(): ReactNode {
  const t = useText();
  return (
    <Card title={t('security.frozenTitle')}>
      <ProtectedForm
        operation={unfreezeAccount}
        mutation={useUnfreezeAccount()}
        passwords={[{ name: 'password', label: t('security.loginPassword'), autoComplete: 'current-password' }]}
        refusalFields={{ oldPasswordWrong: 'password', signInLocked: 'password' }}
        action={t('security.unfreeze')}
        onDone={(message) => showToast(message, 'success')}
      >
        <p>{t('security.freezeText')}</p>
      </ProtectedForm>
    </Card>
  );
}
