import { type ReactNode, useState } from 'react';
import type { AccountInfo } from '#contract/profile-account.ts';
import { updateProfile } from '#contract/profile-update.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PickerField } from '#web/ui/form/picker-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './profile.module.css';
import { useUpdateProfile } from './queries/update-profile.ts';
import { TimeZoneSheet } from './time-zone-sheet.tsx';

type ProfileField = 'nickname' | 'realname' | 'timezone';

const refusalFields = {
  nicknameInvalid: 'nickname',
  realNameInvalid: 'realname',
  realNameNeeded: 'realname',
  timeZoneUnknown: 'timezone',
} as const;

interface ProfileFormProps {
  readonly profile: AccountInfo;
  readonly onSaved: (message: string) => void;
}

export function ProfileForm({ profile, onSaved }: ProfileFormProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const { nickname, realname, timezone, username, registeredAt } = profile;
  const fields = useFormFields<ProfileField>({ nickname, realname, timezone }, refusalFields);
  const [choosing, setChoosing] = useState(false);
  const saving = useUpdateProfile();

  const submit = () => {
    const read = decodeForm(updateProfile, fields.values);
    if (read.input === null) return fields.errors.show(read.errors);
    // An empty field is sent too: it clears the name.
    const input = { nickname: '', realname: '', ...read.input };
    saving.mutate(input, { onSuccess: ({ message }) => onSaved(message), onError: fields.refused });
  };

  return (
    <Card
      title={<code className={common.typed}>{username}</code>}
      aside={t('security.memberSince', { time: format.dayTime(registeredAt) })}
    >
      <Form fields={fields} sending={saving} onSubmit={submit} action={t('security.save')}>
        <Field
          {...fields.field('nickname')}
          label={t('security.nickname')}
          hint={t('security.nicknameHint')}
          maxLength={24}
        />
        <Field
          {...fields.field('realname')}
          label={t('security.realName')}
          hint={t('security.realNameHint')}
          autoComplete="name"
          maxLength={60}
        />
        <div>
          <PickerField
            label={t('security.timeZone')}
            value={fields.values.timezone}
            placeholder={t('security.timeZone')}
            onOpen={() => setChoosing(true)}
            error={fields.errors.of('timezone')}
          />
          <p className={styles.hint}>{t('security.timeZoneText')}</p>
        </div>
      </Form>
      <TimeZoneSheet
        open={choosing}
        chosen={fields.values.timezone}
        onClose={() => setChoosing(false)}
        onChoose={(zone) => {
          fields.set('timezone', zone);
          setChoosing(false);
        }}
      />
    </Card>
  );
}
