import type { ReactNode } from 'react';
import type { ComponentState, Uptime } from '#contract/home.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Percent } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import { HomePart } from './home-part.tsx';
import { useGetHome } from './queries.ts';
import { sampleCells, sampleUptime } from './samples.ts';
import styles from './uptime-card.module.css';
import { UptimeCells, UptimeLegend } from './uptime-cells.tsx';

const measuredHeight = 330;

/** The specification's fixed board as a sample, and the measured one. */
export function UptimeCard(): ReactNode {
  const t = useText();
  const home = useGetHome();
  return (
    <Card title={t('homeMore.uptime')}>
      <SourceLine source="probe">{t('homeMore.uptimeMeasured')}</SourceLine>
      <HomePart home={home} height={measuredHeight}>
        {({ uptime }) => <Measured uptime={uptime} />}
      </HomePart>
      <UptimeLegend />
      <div className={styles.samples}>
        <SourceLine source="sample">{t('homeMore.uptimeSample')}</SourceLine>
        <ul className={styles.rows}>
          {sampleUptime.map((row) => (
            <li key={row.id}>
              <p className={styles.head}>
                <span>{t(`homeMore.sample-${row.id}`)}</span>
                <Percent source="sample" ratio={row.share} decimals={3} sign="negative" />
              </p>
              <UptimeCells cells={sampleCells(row)} sample />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Measured({ uptime }: { readonly uptime: Uptime }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <ul className={styles.rows}>
        {uptime.components.map(({ id, now, cells, answered }) => (
          <li key={id}>
            <p className={styles.head}>
              <span>{t(`homeMore.component-${id}`)}</span>
              <span className={styles.measure}>
                <span className={common.secondary}>{t(nowKeys[now])}</span>
                {answered === null ? null : <Percent source="probe" ratio={answered} decimals={3} sign="negative" />}
              </span>
            </p>
            <UptimeCells cells={cells} />
          </li>
        ))}
      </ul>
      <p className={styles.span}>
        <time>
          {t('homeMore.uptimeSpan', { from: format.dayTime(uptime.from), to: format.clock(uptime.measuredAt) })}
        </time>
      </p>
    </>
  );
}

const nowKeys = {
  up: 'homeMore.stateUp',
  degraded: 'homeMore.stateDegraded',
  down: 'homeMore.stateDown',
  unmeasured: 'homeMore.stateUnmeasured',
} as const satisfies Record<ComponentState, string>;
