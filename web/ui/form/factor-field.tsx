import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from './field.tsx';

interface FactorFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  /** Which codes it accepts, where that is only one kind. */
  readonly hint?: string | undefined;
}

/** The second factor: six digits of the authenticator app, or a backup code. */
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
