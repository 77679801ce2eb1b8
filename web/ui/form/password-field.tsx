import { type ComponentProps, type ReactNode, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';

type PasswordFieldProps = Pick<
  ComponentProps<typeof Field>,
  'label' | 'name' | 'value' | 'onChange' | 'error' | 'hint' | 'autoComplete'
>;

export function PasswordField(props: PasswordFieldProps): ReactNode {
  const t = useText();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      verbatim
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          label={t(shown ? 'identity.hidePassword' : 'identity.showPassword')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
