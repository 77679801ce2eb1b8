import type { ComponentProps, ReactNode } from 'react';
import type { Captcha } from '#web/platform/captcha-work/use-captcha-work.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '../feedback/states.tsx';
import { Field } from '../form/field.tsx';
import { IconButton } from '../form/icon-button.tsx';
import styles from './captcha-field.module.css';

interface CaptchaFieldProps extends Pick<ComponentProps<typeof Field>, 'value' | 'onChange' | 'error'> {
  readonly captcha: Captcha;
}

export function CaptchaField({ value, onChange, error, captcha }: CaptchaFieldProps): ReactNode {
  const t = useText();
  const { picture, awaited } = captcha;
  return (
    <Field
      label={t('identity.captcha')}
      name="code"
      value={value}
      onChange={onChange}
      error={error ?? (picture.isError ? t('identity.captchaFailed') : null)}
      hint={awaited === null ? undefined : t('identity.proving', { percent: String(awaited) })}
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
