import type { ReactNode } from 'react';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Go, useGo } from '#web/platform/navigation/link.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import common from '#web/ui/style/common.module.css';
import { registrationPath } from './invitation-link.ts';
import styles from './invitations.module.css';
import { useGetInviter } from './queries.ts';

/** Who invites, what Clearlot is, what the inviter would see, and the registration with the code filled in. */
export function Landing({ code }: { readonly code: string }): ReactNode {
  const t = useText();
  const isMember = useUsername() !== null;
  return (
    <>
      <Inviter code={code} isMember={isMember} />
      {isMember ? <OwnInvitation /> : null}
      <Card title={t('invitations.whatTitle')}>
        <RowList>
          <Row icon="check" title={t('invitations.what1')} note={t('invitations.what1Text')} />
          <Row icon="bars" title={t('invitations.what2')} note={t('invitations.what2Text')} />
          <Row icon="wallet" title={t('invitations.what3')} note={t('invitations.what3Text')} />
        </RowList>
      </Card>
      {code === houseInvitationCode ? null : (
        <Note title={t('invitations.inviterSees')}>{t('invitations.inviterSeesText')}</Note>
      )}
    </>
  );
}

function Inviter({ code, isMember }: { readonly code: string; readonly isMember: boolean }): ReactNode {
  const t = useText();
  const go = useGo();
  const inviter = useGetInviter(code);
  if (inviter.data === undefined && inviter.error === null) return <Skeleton height={232} radius={14} />;
  if (inviter.data === undefined) {
    const problem = problemText(inviter.error) ?? undefined;
    if (refusalCode(inviter.error) !== 'inviteUnknown') {
      return <ErrorState message={problem} onRetry={() => void inviter.refetch()} />;
    }
    return (
      <EmptyState
        icon="invitation"
        title={problem ?? ''}
        action={{
          label: t('invitations.join', { code: houseInvitationCode }),
          onPress: () => go(registrationPath(houseInvitationCode)),
        }}
      >
        {t('invitations.unknownText')}
      </EmptyState>
    );
  }
  const { name } = inviter.data;
  return (
    <Card className={styles.invite}>
      <div className={styles.ticket}>
        <span className={styles.emblem}>
          <Icon name={name === null ? 'mark' : 'invitation'} size={30} />
        </span>
        <h2 className={styles.invites}>
          <bdi data-words>{name === null ? t('invitations.houseInvites') : t('invitations.invitesYou', { name })}</bdi>
        </h2>
        <p className={common.secondary}>{t('invitations.landingText')}</p>
        {isMember ? null : (
          <>
            <Button onClick={() => go(registrationPath(inviter.data.code))}>
              {t('invitations.join', { code: inviter.data.code })}
            </Button>
            <Go to="/login" className={styles.other}>
              {t('identity.toSignIn')}
            </Go>
          </>
        )}
      </div>
    </Card>
  );
}

/** A member is not invited again: the way to their own link. */
function OwnInvitation(): ReactNode {
  const t = useText();
  return (
    <Note title={t('invitations.memberTitle')} link={{ label: t('invitations.toOwn'), to: '/invitation' }}>
      {t('invitations.memberText')}
    </Note>
  );
}
