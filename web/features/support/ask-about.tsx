import type { ReactNode } from 'react';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { askPath } from './pins.ts';
import styles from './support.module.css';

/** Leads to the chat with this object pinned to the next message. */
export function AskAbout({ pin }: { readonly pin: NonNullable<ChatMessage['pin']> }): ReactNode {
  const t = useText();
  return (
    <Go to={askPath(pin)} className={styles.ask}>
      <Icon name="help" size={18} />
      {t('support.askAbout')}
    </Go>
  );
}
