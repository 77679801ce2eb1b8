import { type FormEvent, type ReactNode, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './subscribe-card.module.css';

/** The specification's subscribe box; its button does nothing and says so. */
export function SubscribeCard(): ReactNode {
  const t = useText();
  const [email, setEmail] = useState('');
  const [pressed, setPressed] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmail('');
    setPressed(true);
  };
  return (
    <Card title={t('homeMore.subscribe')}>
      <form className={common.stack} onSubmit={submit} noValidate>
        <p className={common.secondary}>{t('homeMore.subscribeText')}</p>
        <Field label={t('homeMore.email')} name="email" value={email} onChange={setEmail} maxLength={254} code />
        <Button type="submit" kind="quiet">
          {t('homeMore.subscribeButton')}
        </Button>
        <p role="status">{pressed ? t('homeMore.subscribeDone') : ''}</p>
        <Go to="/Notifications" className={styles.link}>
          {t('homeMore.toNotices')}
        </Go>
      </form>
    </Card>
  );
}
