import type { ReactNode } from 'react';
import { firstWeekDays, type Milestone, milestones, teamLevels, teamRules } from '#core/invitations/rules.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { type Translate, useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './invitations.module.css';

/** What a milestone is called. */
export function milestoneName(t: Translate, milestone: Milestone): string {
  return t(`invitations.${milestone}`);
}

/** The published points of each milestone by level, from the rules that the server gives them by. */
export function RewardTable(): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('invitations.rules')}>
      <p className={common.secondary}>
        <RuleValue rule="invitation">{t('invitations.rulesText', { days: firstWeekDays })}</RuleValue>
      </p>
      <table className={styles.rules}>
        <thead>
          <tr>
            <th scope="col">{t('invitations.learned')}</th>
            {teamLevels.map((level) => (
              <th key={level} scope="col">
                {t(`invitations.level-${level}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {milestones.map((milestone) => (
            <tr key={milestone}>
              <th scope="row">
                <RuleValue rule="invitation">{milestoneName(t, milestone)}</RuleValue>
              </th>
              {teamLevels.map((level) => (
                <td key={level}>
                  <RuleValue rule="invitation">+{format.count(teamRules.points[milestone][level])}</RuleValue>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
