import { type ReactNode, useState } from 'react';
import { type getHealth, type HealthPoint, healthPointMs, scheduledJobs } from '#contract/health.ts';
import { getHome } from '#contract/home.ts';
import { getMarketStatus } from '#contract/market.ts';
import type { OutputOf } from '#contract/operation.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import type { ConsoleTranslate } from '../console-texts.ts';
import { useConsoleText } from '../locale.ts';
import { useGetHealth } from '../queries/health.ts';
import { refreshMs } from '../queries/refresh.ts';
import styles from '../ui/layout.module.css';
import { partOf } from '../ui/part-of.ts';
import { SpanChart } from '../ui/span-chart.tsx';
import { Table } from '../ui/table.tsx';
import { At, useMilliseconds } from '../ui/values.tsx';

/** How the running system does. */
export function Health(): ReactNode {
  return (
    <>
      <Components />
      <Load />
      <div className={styles.columns}>
        <SlowCalls />
        <Jobs />
      </div>
    </>
  );
}

/** The components and the market's feed, as they are measured for members too. */
function Components(): ReactNode {
  const t = useConsoleText();
  const words = useText();
  const format = useFormat();
  const home = useRead(getHome, {}, { refetchInterval: refreshMs });
  const market = useRead(getMarketStatus, {}, { refetchInterval: refreshMs });
  return (
    <Card title={t('health.components')}>
      <Loaded query={home} height={200}>
        {({ uptime }) => (
          <Table
            caption={t('health.components')}
            rows={uptime.components}
            keyOf={({ id }) => id}
            columns={[
              { label: t('health.component'), cell: ({ id }) => words(`homeMore.component-${id}`) },
              {
                label: t('money.state'),
                cell: ({ now }) => <Chip tone={now === 'up' ? 'plain' : 'danger'}>{t(`health.${now}`)}</Chip>,
              },
              { label: t('health.checks'), numeric: true, cell: ({ checks }) => format.count(checks) },
              {
                label: t('health.answered'),
                numeric: true,
                cell: ({ answered }) => (answered === null ? t('shell.notMeasured') : format.share(answered, 2)),
              },
            ]}
          />
        )}
      </Loaded>
      <Loaded query={market} height={24}>
        {({ state, ageMs }) => (
          <p>
            {t('health.feed', { state: t(`health.feed-${state}`) })}
            {ageMs === null ? null : ` · ${format.span(ageMs)}`}
          </p>
        )}
      </Loaded>
    </Card>
  );
}

type Span = keyof typeof healthPointMs;

const spanMs: Readonly<Record<Span, number>> = { hour: 3_600_000, day: 86_400_000 };

function Load(): ReactNode {
  const t = useConsoleText();
  const [span, setSpan] = useState<Span>('hour');
  const health = useGetHealth();
  return (
    <Card title={t('health.load')}>
      <Segmented<Span>
        label={t('health.span')}
        value={span}
        onChange={setSpan}
        segments={[
          { value: 'hour', label: t('health.hour') },
          { value: 'day', label: t('health.day') },
        ]}
      />
      <Loaded query={health} height={400}>
        {(measured) => <Charts measured={measured} span={span} />}
      </Loaded>
    </Card>
  );
}

function Charts({ measured, span }: { readonly measured: OutputOf<typeof getHealth>; readonly span: Span }): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const milliseconds = useMilliseconds();
  const percent = (share: number): string => partOf(format, share, 2);
  const charts: readonly (readonly [
    title: string,
    (point: HealthPoint) => number | null,
    (value: number) => string,
  ])[] = [
    [t('health.requests'), ({ requests }) => requests, format.count],
    [t('health.p95'), ({ p95Ms }) => p95Ms, milliseconds],
    [t('health.failures'), ({ failures, requests }) => shareOf(failures, requests), percent],
    [t('health.refusals'), ({ refusals, requests }) => shareOf(refusals, requests), percent],
    [t('health.ledgerWaiting'), ({ ledgerWaiting }) => ledgerWaiting, format.count],
    [t('health.batchSize'), batchSize, format.compact],
    [t('health.transfers'), ({ ledgerTransfers }) => ledgerTransfers, format.count],
    [t('health.eventLoop'), ({ eventLoopMs }) => eventLoopMs, milliseconds],
  ];
  const until = measured.measuredAt;
  return (
    <>
      <p className={styles.quiet}>{t('health.nodes', { nodes: format.count(measured.nodes) })}</p>
      <p className={styles.quiet}>{t('health.perPoint', { minutes: format.count(healthPointMs[span] / 60_000) })}</p>
      <div className={styles.columns}>
        {charts.map(([title, pick, written]) => (
          <SpanChart
            key={title}
            title={title}
            points={measured[span].map((point) => ({ at: point.at, value: pick(point) }))}
            from={until - spanMs[span]}
            until={until}
            stepMs={healthPointMs[span]}
            format={written}
          />
        ))}
      </div>
    </>
  );
}

const shareOf = (count: number, requests: number): number | null => (requests === 0 ? null : count / requests);

const batchSize = ({ ledgerBatches, ledgerTransfers }: HealthPoint): number | null =>
  ledgerBatches === 0 ? null : ledgerTransfers / ledgerBatches;

function SlowCalls(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const milliseconds = useMilliseconds();
  return (
    <Card title={t('health.slowest')}>
      <Loaded query={useGetHealth()} height={200}>
        {({ slowest }) => (
          <Table
            caption={t('health.slowest')}
            rows={slowest}
            keyOf={({ operation }) => operation}
            empty={t('shell.notMeasured')}
            columns={[
              { label: t('health.operation'), breaks: true, cell: ({ operation }) => operation },
              { label: t('health.calls'), numeric: true, cell: ({ calls }) => format.count(calls) },
              {
                label: t('health.slowestMean'),
                numeric: true,
                cell: ({ slowestMeanMs }) => milliseconds(slowestMeanMs),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Jobs(): ReactNode {
  const t = useConsoleText();
  return (
    <Card title={t('health.jobs')}>
      <Loaded query={useGetHealth()} height={200}>
        {({ jobs }) => (
          <Table
            caption={t('health.jobs')}
            rows={jobs}
            keyOf={({ name }) => name}
            empty={t('shell.notMeasured')}
            columns={[
              { label: t('health.job'), cell: ({ name }) => jobWords(t, name) },
              { label: t('health.due'), cell: ({ dueAt }) => <At at={dueAt} /> },
              {
                label: t('money.state'),
                cell: ({ isOverdue }) => (
                  <Chip tone={isOverdue ? 'danger' : 'plain'}>{t(isOverdue ? 'health.overdue' : 'health.inTime')}</Chip>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** A job in the operator's language; one of another version as it is named. */
function jobWords(t: ConsoleTranslate, name: string): string {
  const known = scheduledJobs.find((job) => job === name);
  return known === undefined ? name : t(`health.job-${known}`);
}
