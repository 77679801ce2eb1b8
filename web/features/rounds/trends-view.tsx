import { type ReactNode, useState } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ValueLine, ValueLines } from '#web/ui/layout/value-lines.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import rounds from './rounds.module.css';
import styles from './trends.module.css';
import {
  bandShare,
  categoryFrequencies,
  digitFrequencies,
  drawnDigits,
  type Frequency,
  missingStreaks,
  type Results,
  wavesOf,
} from './trends.ts';

const ranges = ['100', '500', '2000'] as const;
const wavesShown = 100;

/** What the last rounds drew, each count beside what chance alone would make of it. */
export function TrendsView({ results }: { readonly results: Results }): ReactNode {
  const t = useText();
  const format = useFormat();
  const [range, setRange] = useState<(typeof ranges)[number]>('100');
  const drawn = drawnDigits(results, Number(range));
  return (
    <>
      <div data-rule="round">
        <Segmented
          label={t('rounds.lastRounds')}
          value={range}
          onChange={setRange}
          segments={ranges.map((value) => ({ value, label: format.count(Number(value)) }))}
        />
      </div>
      {drawn.length === 0 ? (
        <EmptyState icon="bars" title={t('rounds.noHistory')} />
      ) : (
        <>
          <SourceLine source="probe">{t('rounds.trendSource', { count: format.count(drawn.length) })}</SourceLine>
          <Card title={t('rounds.frequency')} className={rounds.card}>
            <p className={common.text}>
              <RuleValue rule="round">
                {t('rounds.bandText', { share: format.percent(bandShare, 0, 'negative') })}
              </RuleValue>
            </p>
            <ul className={common.tight}>
              {categoryFrequencies(drawn).map((frequency) => (
                <FrequencyRow key={frequency.category} name={t(`rounds.${frequency.category}`)} frequency={frequency} />
              ))}
            </ul>
          </Card>
          <Streaks drawn={drawn} />
          <Waves drawn={drawn} />
          <Card title={t('rounds.digitCounts')} className={rounds.card}>
            <ul className={common.tight}>
              {digitFrequencies(drawn).map((frequency) => (
                <FrequencyRow
                  key={frequency.digit}
                  name={<span data-words="">{frequency.digit}</span>}
                  frequency={frequency}
                />
              ))}
            </ul>
          </Card>
        </>
      )}
    </>
  );
}

function FrequencyRow({ name, frequency }: { readonly name: ReactNode; readonly frequency: Frequency }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { count, low, high } = frequency;
  const most = Math.max(count, high) * 1.1 || 1;
  const at = (value: number) => `${(value / most) * 100}%`;
  const isWithin = count >= low && count <= high;
  return (
    <li className={styles.row}>
      <span>{name}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.band} style={{ left: at(low), width: at(high - low) }} />
        <span className={styles.mark} style={{ left: at(count) }} />
      </span>
      <Figure source="probe" className={styles.counts}>
        <b>{format.count(count)}</b>{' '}
        <span className={common.faint}>
          {format.count(low)}–{format.count(high)}
        </span>
      </Figure>
      <span className={common.spoken}>{t(isWithin ? 'rounds.inBand' : 'rounds.outOfBand')}</span>
    </li>
  );
}

type Drawn = ReturnType<typeof drawnDigits>;

function Streaks({ drawn }: { readonly drawn: Drawn }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('rounds.streaks')} className={rounds.card}>
      <p className={common.text}>{t('rounds.streakText')}</p>
      <ValueLines>
        {missingStreaks(drawn).map(({ category, rounds }) => (
          <ValueLine key={category} label={t(`rounds.${category}`)}>
            <Figure source="probe">{rounds === null ? t('rounds.never') : format.count(rounds)}</Figure>
          </ValueLine>
        ))}
      </ValueLines>
    </Card>
  );
}

function Waves({ drawn }: { readonly drawn: Drawn }): ReactNode {
  const t = useText();
  const letters = { green: t('rounds.green'), blue: t('rounds.blue'), red: t('rounds.red') };
  return (
    <Card title={t('rounds.waves')} className={rounds.card}>
      <ol className={styles.waves} data-source="probe">
        {wavesOf(drawn.slice(0, wavesShown)).map((wave, place) => {
          const name = wave === null ? t('rounds.noWave') : letters[wave];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity: newest first.
            <li key={place} className={classNames(styles.wave, wave !== null && styles[wave])} title={name}>
              <span className={common.spoken}>{name}</span>
            </li>
          );
        })}
      </ol>
      <p className={styles.legend}>
        {(['green', 'blue', 'red'] as const).map((wave) => (
          <span key={wave}>
            <i className={classNames(styles.wave, styles[wave])} /> {letters[wave]}
          </span>
        ))}
        <span>
          <i className={styles.wave} /> {t('rounds.noWave')}
        </span>
      </p>
    </Card>
  );
}
