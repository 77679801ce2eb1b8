import type { ReactNode } from 'react';
import { isActivated } from '#core/weight/rules.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Count } from '#web/ui/figure/amounts.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { type Ladder, type LadderLevel, ladderOf, type Rung } from './ladder.ts';
import { useListWeightEntries, useOfferedLevels } from './queries.ts';
import styles from './weight.module.css';

/** The member's score among what it unlocks. */
export function WeightLadder(): ReactNode {
  const t = useText();
  const entries = useListWeightEntries();
  const levels = useOfferedLevels();
  const score = entries.data?.pages[0]?.score;
  return (
    <Card
      title={t('weight.title')}
      aside={
        score === undefined ? undefined : (
          <Chip tone={isActivated(score) ? 'accent' : 'plain'}>
            {t(isActivated(score) ? 'weight.activated' : 'weight.notActivated')}
          </Chip>
        )
      }
    >
      <Loaded query={entries} height={420}>
        {({ pages: [newest] }) =>
          newest && (
            <Loaded query={levels} height={420}>
              {(offered) => <ScoreSummary score={newest.score} levels={offered} />}
            </Loaded>
          )
        }
      </Loaded>
    </Card>
  );
}

interface ScoreSummaryProps {
  readonly score: number;
  readonly levels: readonly LadderLevel[];
}

function ScoreSummary({ score, levels }: ScoreSummaryProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const ladder = ladderOf(levels, score);
  const { next } = ladder;
  return (
    <>
      <Count source="ledger" mark="own" count={score} className={styles.score} />
      <p className={styles.next}>
        {next === null ? (
          t('weight.top')
        ) : (
          <Figure source="ledger">
            {t('weight.next', {
              ...{ points: format.count(next.points), level: next.level },
              amount: format.exactUsdt(next.amountMin),
            })}
          </Figure>
        )}
      </p>
      <ol className={styles.ladder} aria-label={t('weight.ladder')}>
        {ladder.rungs.map((rung, index) => (
          <LadderRung key={rung.weightMin} rung={rung} index={index} ladder={ladder} />
        ))}
      </ol>
    </>
  );
}

interface LadderRungProps {
  readonly rung: Rung;
  readonly index: number;
  readonly ladder: Ladder;
}

function LadderRung({ rung: { weightMin, level, isReached }, index, ladder }: LadderRungProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const isHere = index === ladder.reached;
  const climbed = isReached ? 1 : index === ladder.reached + 1 ? ladder.onTheWay : 0;
  return (
    <li className={classNames(styles.rung, isReached && styles.reached)} aria-current={isHere ? 'step' : undefined}>
      {index === 0 ? null : (
        <span className={styles.way} aria-hidden="true">
          <span style={{ height: `${climbed * 100}%` }} />
        </span>
      )}
      <span className={styles.mark}>{isReached ? <Icon name="check" size={14} /> : null}</span>
      <RuleValue rule="weight" className={styles.rule}>
        <span className={styles.what}>
          {level === null ? t('weight.activation') : t('plans.level', { level: level.id })}
        </span>
        <span className={styles.note}>
          {level === null ? t('weight.several') : t('weight.leverage', { leverage: level.leverageMax })}
          {isHere ? `\u00a0· ${t('weight.here')}` : ''}
        </span>
      </RuleValue>
      <RuleValue rule="weight" className={styles.from}>
        {format.count(weightMin)}
      </RuleValue>
    </li>
  );
}
