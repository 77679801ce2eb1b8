import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { IconButton } from '#web/ui/form/icon-button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { CopyRow } from '#web/ui/layout/copy-row.tsx';
import { RowList } from '#web/ui/layout/row.tsx';
import { Lazy, lazyComponent } from '#web/ui/loading/lazy-component.tsx';
import common from '#web/ui/style/common.module.css';
import { invitationLink } from './invitation-link.ts';
import styles from './invitations.module.css';
import { useGetInvitation } from './queries.ts';
import { shareLink } from './share-link.ts';

const qrCode = lazyComponent(async () => (await import('#web/ui/picture/qr-code.tsx')).QrCode);

/** The member's own code and link, as text and as a picture, and the ways to pass them on. */
export function InviteCard(): ReactNode {
  return (
    <Card className={styles.invite}>
      <Loaded query={useGetInvitation()} height={[60, 208, 44]} radius={14}>
        {({ code }) => <Ticket code={code} />}
      </Loaded>
    </Card>
  );
}

function Ticket({ code }: { readonly code: string }): ReactNode {
  const t = useText();
  const link = invitationLink(window.location.origin, code);
  const share = () =>
    void shareLink({ title: t('assets.invitation'), text: t('invitations.shareText', { code }), url: link });
  return (
    <div className={styles.ticket}>
      <p className={styles.label}>{t('invitations.code')}</p>
      <p className={styles.code}>
        <code>{code}</code>
        <IconButton icon="copy" label={t('invitations.copyCode')} onClick={() => void copyText(code)} />
      </p>
      <Lazy
        code={qrCode}
        props={{ text: link, label: t('invitations.picture') }}
        fallback={<Skeleton height={208} radius={10} />}
      />
      <RowList>
        <CopyRow title={t('invitations.link')} text={link} action={t('invitations.copyLink')} />
      </RowList>
      <Button onClick={share}>{t('invitations.share')}</Button>
      <p className={common.secondary}>{t('invitations.inviteText')}</p>
    </div>
  );
}
