import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { CaptchaProof } from '#web/platform/captcha-work/use-captcha-work.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '../feedback/states.tsx';
import styles from './captcha-field.module.css';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';

interface CaptchaFieldProps extends Pick<ComponentProps<typeof Field>, 'value' | 'onChange' | 'error'> {
  readonly picture: UseQueryResult<{ readonly image: string }>;
  readonly proof: CaptchaProof;
}

export function CaptchaField({ value, onChange, error, picture, proof }: CaptchaFieldProps): ReactNode {
  const t = useText();
  return (
    <Field
      label={t('identity.captcha')}
      name="code"
      value={value}
      onChange={onChange}
      error={error ?? (picture.isError ? t('identity.captchaFailed') : null)}
      hint={proof.awaited === null ? undefined : t('identity.proving', { percent: String(proof.awaited) })}
      maxLength={12}
      code
      trailing={
        <>
          {picture.data === undefined || picture.isFetching ? (
            <span className={styles.picture}>{picture.isError ? null : <Skeleton height={40} width={112} />}</span>
          ) : (
            <img className={styles.picture} src={picture.data.image} alt={t('identity.captchaImage')} />
          )}
          <IconButton icon="refresh" label={t('identity.newCaptcha')} onClick={() => void picture.refetch()} />
        </>
      }
    />
  );
}
