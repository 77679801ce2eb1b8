import type { ReactNode } from 'react';
import type { TeamMember } from '#contract/invitations.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Row } from '#web/ui/layout/row.tsx';
import common from '#web/ui/style/common.module.css';
import { milestoneName } from './reward-table.tsx';

/** A member of the team: masked name, day of joining, and each rule that earned points. */
export function TeamRow({ member }: { readonly member: TeamMember }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { name, joinedAt, rewards } = member;
  const total = rewards.reduce((sum, { points }) => sum + points, 0);
  return (
    <Row
      icon="invitation"
      title={<bdi data-words>{name ?? t('invitations.left')}</bdi>}
      note={
        <>
          {t('invitations.joinedAt', { time: format.dayTime(joinedAt) })}
          {rewards.map(({ milestone, points, rule, at }) => (
            <span key={milestone}>
              <br />
              {milestoneName(t, milestone)} <Figure source="ledger">+{format.count(points)}</Figure>
              {'\u00a0· '}
              <time dateTime={new Date(at).toISOString()}>{format.dayTime(at)}</time>
              {'\u00a0· '}
              <RuleValue rule="invitation" className={common.secondary}>
                {t('weight.byRule', { version: rule })}
              </RuleValue>
            </span>
          ))}
        </>
      }
      value={<Figure source="ledger">{total === 0 ? '0' : `+${format.count(total)}`}</Figure>}
    />
  );
}
