import { type ReactNode, useState } from 'react';
import type { TeamLevelSum } from '#contract/invitations.ts';
import { milestones, type TeamLevel, teamLevels } from '#core/invitations/rules.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { EmptyState, Skeleton } from '#web/ui/feedback/states.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Count } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { RowList } from '#web/ui/layout/row.tsx';
import { Burst } from '#web/ui/motion/burst.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './invitations.module.css';
import { useGetTeam } from './queries.ts';
import { milestoneName } from './reward-table.tsx';
import { TeamRow } from './team-row.tsx';

interface TeamCardProps {
  /** Brings the member back to the link where the team is empty. */
  readonly onInvite: () => void;
}

/** The three levels of the team in numbers, and the members of the chosen one. */
export function TeamCard({ onInvite }: TeamCardProps): ReactNode {
  const t = useText();
  const [level, setLevel] = useState<TeamLevel>(1);
  const [joined, setJoined] = useState(0);
  useStreamEvent('team', ({ change }) => {
    if (change !== 'joined') return;
    setJoined((count) => count + 1);
    showToast(t('invitations.joined'), 'success');
  });
  const list = useGetTeam(level);
  const sum = list.data?.pages[0]?.levels.find((each) => each.level === level);
  return (
    <Card
      title={
        <span className={styles.celebrated}>
          {t('invitations.team')}
          {joined === 0 ? null : <Burst key={joined} />}
        </span>
      }
    >
      <Segmented
        label={t('invitations.team')}
        segments={teamLevels.map((each) => ({ value: String(each), label: t(`invitations.level-${each}`) }))}
        value={String(level)}
        onChange={(chosen) => setLevel(teamLevels.find((each) => String(each) === chosen) ?? 1)}
      />
      {list.error === null || sum !== undefined ? <LevelFigures sum={sum} /> : null}
      <PagedList
        list={list}
        itemsOf={({ members }) => members}
        height={[52, 52, 52]}
        empty={
          <EmptyState
            icon="invitation"
            title={t('invitations.empty')}
            {...(level === 1 && { action: { label: t('invitations.toLink'), onPress: onInvite } })}
          >
            {t(level === 1 ? 'invitations.emptyText' : 'invitations.emptyDeepText')}
          </EmptyState>
        }
        moreText={t('security.showMore')}
      >
        {(members) => (
          <RowList label={t(`invitations.level-${level}`)}>
            {members.map((member) => (
              <TeamRow key={member.id} member={member} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Card>
  );
}

/** How many there are, and what they earned by each rule. */
function LevelFigures({ sum }: { readonly sum: TeamLevelSum | undefined }): ReactNode {
  const t = useText();
  const format = useFormat();
  if (sum === undefined) return <Skeleton height={118} radius={10} />;
  const { members, isMore, points, rules } = sum;
  return (
    <div className={styles.figures}>
      <LabelledRow columns={2}>
        <Labelled label={t('invitations.members')} size="hero">
          {isMore ? (
            <Figure source="probe" mark="own">
              {t('invitations.more', { count: format.count(members) })}
            </Figure>
          ) : (
            <Count source="probe" mark="own" count={members} />
          )}
        </Labelled>
        <Labelled label={t('invitations.points')} size="hero">
          <Count source="ledger" mark="own" count={points.firstResult + points.firstWeek} />
        </Labelled>
      </LabelledRow>
      <LabelledRow columns={2}>
        {milestones.map((milestone) => (
          <Labelled key={milestone} label={milestoneName(t, milestone)}>
            <Figure source="ledger">+{format.count(points[milestone])}</Figure>
          </Labelled>
        ))}
      </LabelledRow>
      {rules.length === 0 ? null : (
        <RuleValue rule="invitation" className={common.secondary}>
          {t('weight.byRule', { version: rules.map((version) => format.count(version)).join(', ') })}
        </RuleValue>
      )}
      <SourceLine source="ledger">{t('invitations.source')}</SourceLine>
    </div>
  );
}
