import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '../feedback/states.tsx';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './verify-code-field.module.css';

interface VerifyCodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly picture: UseQueryResult<{ readonly image: string }>;
}

export function VerifyCodeField({ value, onChange, error, picture }: VerifyCodeFieldProps): ReactNode {
  const t = useText();
  return (
    <Field
      label={t('account.verifyCode')}
      name="code"
      value={value}
      onChange={onChange}
      error={error ?? (picture.isError ? t('account.verifyCodeFailed') : null)}
      maxLength={12}
      verbatim
      trailing={
        <>
          {picture.data === undefined || picture.isFetching ? (
            <span className={styles.picture}>{picture.isError ? null : <Skeleton height={40} width={112} />}</span>
          ) : (
            <img className={styles.picture} src={picture.data.image} alt={t('account.verifyCodeImage')} />
          )}
          <IconButton icon="refresh" label={t('account.newVerifyCode')} onClick={() => void picture.refetch()} />
        </>
      }
    />
  );
}
