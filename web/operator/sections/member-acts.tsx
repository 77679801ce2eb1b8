import type { ReactNode } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useEndMemberSessions } from '../queries/identity.ts';
import { useViewMember } from '../queries/members.ts';
import { useGetOperatorSession } from '../queries/operators.ts';
import { useFreezeMember, useUnfreezeMember } from '../queries/security.ts';
import { Act } from '../ui/act.tsx';
import styles from '../ui/layout.module.css';

/** What an operator may do for a member's safety. The member sees each act with its reason. */
export function MemberActs({ member }: { readonly member: string }): ReactNode {
  const t = useConsoleText();
  const freeze = useFreezeMember();
  const unfreeze = useUnfreezeMember();
  const endSessions = useEndMemberSessions();
  const permissions = useGetOperatorSession().data?.permissions;
  const account = useViewMember(member).data;
  if (account === undefined || !permissions?.includes('protectMembers')) return null;
  const inputOf = (reason: string) => ({ member, reason });
  return (
    <Card title={t('members.acts')}>
      <div className={styles.acts}>
        {account.freeze?.operator ? (
          <Act
            key="unfreeze"
            label={t('members.unfreeze')}
            mutation={unfreeze}
            inputOf={inputOf}
            done={t('members.unfrozen')}
          >
            {t('members.unfreezeText')}
          </Act>
        ) : (
          <Act
            key="freeze"
            label={t('members.freeze')}
            mutation={freeze}
            inputOf={inputOf}
            done={t('members.nowFrozen')}
            onDone={unfreeze.reset}
          >
            {t('members.freezeText')}
          </Act>
        )}
        <Act
          label={t('members.endSessions')}
          mutation={endSessions}
          inputOf={inputOf}
          done={t('members.sessionsEnded')}
        >
          {t('members.endSessionsText')}
        </Act>
      </div>
      {/* Its dialog has left with the freeze, which a colleague lifted. */}
      {unfreeze.error === null || account.freeze?.operator ? null : <p role="alert">{problemText(unfreeze.error)}</p>}
    </Card>
  );
}
