import { type FormEvent, type ReactNode, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './personal-sheet.module.css';

const inputs = ['nationality', 'name', 'date', 'amount', 'currency', 'contact', 'address'] as const;

type Typed = Readonly<Partial<Record<(typeof inputs)[number], string>>>;

/** The specification's popup with seven inputs. Input is dropped on close and never sent. */
export function PersonalSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('homeMore.personal')}>
      <PersonalForm onConfirm={onClose} />
    </Sheet>
  );
}

function PersonalForm({ onConfirm }: { readonly onConfirm: () => void }): ReactNode {
  const t = useText();
  const [typed, setTyped] = useState<Typed>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <form className={common.stack} onSubmit={submit} noValidate>
      <p className={styles.promise}>{t('homeMore.personalText')}</p>
      {inputs.map((input) => (
        <Field
          key={input}
          label={t(`homeMore.personal-${input}`)}
          name={`personal-${input}`}
          value={typed[input] ?? ''}
          onChange={(value) => setTyped((before) => ({ ...before, [input]: value }))}
          inputMode={input === 'amount' ? 'decimal' : 'text'}
          maxLength={200}
        />
      ))}
      <Button type="submit">{t('homeMore.confirm')}</Button>
    </form>
  );
}
