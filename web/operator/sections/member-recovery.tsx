import { type ReactNode, useState } from 'react';
import { Go } from '#web/platform/navigation/link.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { pathOf } from '../paths.ts';
import { useProposeRecovery } from '../queries/identity.ts';
import { useViewMember } from '../queries/members.ts';
import { useMay } from '../queries/operators.ts';
import { Act } from '../ui/act.tsx';
import styles from '../ui/layout.module.css';

const requestLength = 16;

/** Asks for the recovery of the member's account, where none is open. */
export function MemberRecovery({ member }: { readonly member: string }): ReactNode {
  const t = useConsoleText();
  const ofFactors = useProposeRecovery();
  const ofAll = useProposeRecovery();
  const [request, setRequest] = useState('');
  const mayPropose = useMay('reviewRecoveries');
  const account = useViewMember(member).data;
  if (account === undefined || !mayPropose) return null;
  if (account.isBeingRecovered) {
    return (
      <Card title={t('recoveries.recover')}>
        <Go to={pathOf('recoveries')} className={styles.link}>
          {t('recoveries.isOpen')}
        </Go>
      </Card>
    );
  }
  return (
    <Card title={t('recoveries.recover')}>
      <p className={styles.quiet}>{t('recoveries.recoverText')}</p>
      <div className={styles.acts}>
        {account.hasAuthenticator ? (
          <Act
            label={t('recoveries.proposeFactors')}
            mutation={ofFactors}
            inputOf={(reason) => ({ member, reason })}
            done={t('recoveries.proposed')}
          >
            {t('recoveries.proposeFactorsText')}
          </Act>
        ) : null}
        <Act
          label={t('recoveries.proposeAll')}
          mutation={ofAll}
          inputOf={(reason) => ({ member, request: request.toUpperCase(), reason })}
          done={t('recoveries.proposed')}
        >
          <p>{t('recoveries.proposeAllText')}</p>
          <Field
            label={t('recoveries.request')}
            hint={t('recoveries.requestHint')}
            name="request"
            value={request}
            onChange={setRequest}
            maxLength={requestLength}
            code
          />
        </Act>
      </div>
    </Card>
  );
}
