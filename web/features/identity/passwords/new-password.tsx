import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputOf, Operation } from '#contract/operation.ts';
import type { CallResult } from '#web/platform/api/call.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { type ProtectedField, ProtectedForm } from '#web/ui/captcha/protected-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';

interface NewPasswordProps<O extends Operation> {
  readonly operation: O;
  readonly change: UseMutationResult<CallResult<O>, Error, InputOf<O>>;
  /** Label of the current password; null where none is set. */
  readonly oldLabel: string | null;
  readonly onChanged: (message: string) => void;
}

const refusalFields = {
  oldPasswordMissing: 'oldpassword',
  oldPasswordWrong: 'oldpassword',
  withdrawalPasswordWrong: 'oldpassword',
  withdrawalPasswordLocked: 'oldpassword',
  signInLocked: 'oldpassword',
} as const;

/** The present password and the new one twice. */
export function NewPassword<O extends Operation>({
  operation,
  change,
  oldLabel,
  onChanged,
}: NewPasswordProps<O>): ReactNode {
  const t = useText();
  const old: readonly ProtectedField[] =
    oldLabel === null
      ? []
      : [{ name: 'oldpassword', label: oldLabel, autoComplete: 'current-password', missing: 'oldPasswordMissing' }];
  return (
    <Card>
      <ProtectedForm
        operation={operation}
        mutation={change}
        passwords={[
          ...old,
          {
            name: 'password',
            label: t('security.newPassword'),
            hint: t('identity.passwordHint'),
            autoComplete: 'new-password',
          },
          { name: 'repassword', label: t('security.repeatPassword'), autoComplete: 'new-password' },
        ]}
        refusalFields={refusalFields}
        action={t('security.save')}
        onDone={onChanged}
      />
    </Card>
  );
}
