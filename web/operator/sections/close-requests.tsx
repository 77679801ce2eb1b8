import type { ReactNode } from 'react';
import type { PasswordRequests } from '#contract/identity-operators.ts';
import { passwordRequestReasons } from '#contract/operator-acts.ts';
import { useConsoleText } from '../locale.ts';
import { useClosePasswordRequests } from '../queries/identity.ts';
import { Act } from '../ui/act.tsx';

/** Closes a member's requests, as they are shown: a newer one stays. */
export function CloseRequests({
  requests: { member, lastAskedAt },
  onTurn,
}: {
  readonly requests: PasswordRequests;
  readonly onTurn: (isOpen: boolean) => void;
}): ReactNode {
  const t = useConsoleText();
  const close = useClosePasswordRequests();
  const reasons = passwordRequestReasons.map((value) => ({ value, label: t(`recoveries.close-${value}`) }));
  const reasonOf = (value: string) => reasons.find((one) => one.value === value)?.value ?? 'notIdentified';
  return (
    <Act
      label={t('recoveries.close')}
      reasons={reasons}
      mutation={close}
      hash={String(lastAskedAt)}
      inputOf={(value, through) => ({ member, through, reason: reasonOf(value) })}
      done={t('recoveries.closed')}
      onTurn={onTurn}
    >
      {t('recoveries.closeText')}
    </Act>
  );
}
