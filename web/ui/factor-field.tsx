import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from './field.tsx';

interface FactorFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
}

/** The second factor: six digits of the authenticator app, or a backup code. */
export function FactorField(props: FactorFieldProps): ReactNode {
  const t = useText();
  return (
    <Field
      {...props}
      label={t('account.factor')}
      hint={t('account.factorHint')}
      autoComplete="one-time-code"
      maxLength={24}
      verbatim
    />
  );
}
