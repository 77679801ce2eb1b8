import type { ComponentProps, ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from './field.tsx';

type FactorFieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'onChange' | 'error' | 'hint'>;

/** The second factor: six digits of the authenticator app, or a backup code; the hint says which it accepts, where that is only one kind. */
export function FactorField({ hint, ...props }: FactorFieldProps): ReactNode {
  const t = useText();
  return (
    <Field
      {...props}
      label={t('identity.factor')}
      hint={hint ?? t('identity.factorHint')}
      autoComplete="one-time-code"
      maxLength={24}
      code
    />
  );
}
