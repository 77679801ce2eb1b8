import { type ReactNode, useState } from 'react';
import { HelpLinks } from '#web/features/content/help-links.tsx';
import { HelpList } from '#web/features/content/help-list.tsx';
import { Chat } from '#web/features/support/chat.tsx';
import { Composer } from '#web/features/support/composer.tsx';
import { pinOfAddress } from '#web/features/support/pins.ts';
import { useSendMessage } from '#web/features/support/queries.ts';
import { ReplyTimes } from '#web/features/support/reply-times.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { Go, useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Screen } from '#web/ui/layout/screen.tsx';
import styles from './service.module.css';
import { SignInFirst } from './sign-in-first.tsx';

/** Customer service: the help texts and measured reply times for everybody, the chat for signed-in members. */
export function Page(): ReactNode {
  return useUsername() === null ? <ForVisitors /> : <ForMembers />;
}

function ForVisitors(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('support.title')} onBack={useGoBack('/login')}>
      <SignInFirst icon="help" to="support" />
      <ReplyTimes />
      <HelpList hasAccount />
    </Screen>
  );
}

function ForMembers(): ReactNode {
  const t = useText();
  const about = useQueryParameter('about');
  const [pin, setPin] = useState(() => pinOfAddress(about));
  const { outbox } = useSendMessage();
  return (
    <Screen
      title={t('support.title')}
      onBack={useGoBack('/homeTab')}
      aside={
        <Go to="/faq" className={styles.help}>
          {t('assets.helpCenter')}
        </Go>
      }
      footer={<Composer outbox={outbox} pin={pin} onPinUsed={() => setPin(null)} />}
    >
      <ReplyTimes />
      <Chat links={(ids) => <HelpLinks ids={ids} />} />
    </Screen>
  );
}
