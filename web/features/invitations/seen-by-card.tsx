import type { ReactNode } from 'react';
import type { getInvitation } from '#contract/invitations.ts';
import type { OutputOf } from '#contract/operation.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import common from '#web/ui/style/common.module.css';
import { useGetInvitation, useLeaveTeam } from './queries.ts';
import { milestoneName } from './reward-table.tsx';

/** Who sees the member in a team, what they see, and the way out. */
export function SeenByCard(): ReactNode {
  const t = useText();
  return (
    <Card title={t('invitations.seenBy')}>
      <Loaded query={useGetInvitation()} height={120}>
        {(invitation) => <SeenBy invitation={invitation} />}
      </Loaded>
    </Card>
  );
}

function SeenBy({ invitation }: { readonly invitation: OutputOf<typeof getInvitation> }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { inviters, leftAt, milestones } = invitation;
  if (leftAt !== null)
    return <p className={common.secondary}>{t('invitations.seenLeft', { time: format.fullTime(leftAt) })}</p>;
  if (inviters.length === 0) return <p className={common.secondary}>{t('invitations.seenNone')}</p>;
  const learned = milestones.map((milestone) => milestoneName(t, milestone)).join('\u00a0· ');
  return (
    <div className={common.parts}>
      <RowList label={t('invitations.seenBy')}>
        {inviters.map(({ level, name }) => (
          <Row
            key={level}
            icon="eye"
            title={<bdi data-words>{name ?? t('invitations.left')}</bdi>}
            note={t(`invitations.sees-${level}`)}
          />
        ))}
      </RowList>
      <p className={common.secondary}>{t('invitations.seenText')}</p>
      <p className={common.secondary}>
        {learned === '' ? t('invitations.seenNothing') : t('invitations.seenLearned', { milestones: learned })}
      </p>
      <Leaving />
    </div>
  );
}

function Leaving(): ReactNode {
  const t = useText();
  return (
    <ConfirmButton
      label={t('invitations.leave')}
      title={t('invitations.leaveTitle')}
      cancel={t('invitations.stay')}
      mutation={useLeaveTeam((message) => showToast(message, 'success'))}
      input={{}}
    >
      {t('invitations.leaveText')}
    </ConfirmButton>
  );
}
