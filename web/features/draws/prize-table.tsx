import type { ReactNode } from 'react';
import type { listPrizes } from '#contract/draws.ts';
import type { OutputOf } from '#contract/operation.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ValueLine, ValueLines } from '#web/ui/layout/value-lines.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './draws.module.css';
import { useListPrizes } from './queries.ts';

type Prizes = OutputOf<typeof listPrizes>;

const winsOf = ({ from, to }: Prizes['prizes'][number]): number => to - from + 1;
const cells = Array.from({ length: 100 }, (_, place) => place);

/** What can be won, exactly how likely, and what an entry is worth on average. */
export function PrizeTable(): ReactNode {
  const t = useText();
  const prizes = useListPrizes();
  return (
    <Card title={t('draws.prizes')} className={common.stack}>
      <Loaded query={prizes} height={260} radius={10}>
        {(table) => <Table table={table} />}
      </Loaded>
    </Card>
  );
}

function Table({ table }: { readonly table: Prizes }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { numbers, next } = table;
  const losing = losingOf(table);
  const winning = Math.round(((numbers - losing) / numbers) * cells.length);
  const picture = t('draws.picture', { cells: cells.length, wins: winning });
  return (
    <>
      <p className={common.text}>
        <RuleValue rule="prize">{t('draws.prizesText', { numbers: format.count(numbers) })}</RuleValue>
      </p>
      <Lines table={table} />
      <figure className={common.tight}>
        <div className={styles.cells} aria-hidden="true">
          {cells.map((place) => (
            <i key={place} data-wins={place < winning} />
          ))}
        </div>
        <figcaption className={common.faint}>
          <RuleValue rule="prize">{picture}</RuleValue>
        </figcaption>
      </figure>
      {next === null ? null : (
        <section aria-label={t('draws.nextPrizes')} className={common.stack}>
          <p className={common.name}>
            <time>{t('draws.nextPrizesFrom', { time: format.fullTime(next.from) })}</time>
          </p>
          <Lines table={next} />
        </section>
      )}
    </>
  );
}

type Shown = Pick<Prizes, 'prizes' | 'numbers' | 'expectedValue'>;

const losingOf = ({ prizes, numbers }: Shown): number => prizes.reduce((left, prize) => left - winsOf(prize), numbers);

/** Each prize with its exact odds, what wins nothing, and what an entry is worth on average. */
function Lines({ table }: { readonly table: Shown }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { prizes, numbers, expectedValue } = table;
  const oddsOf = (wins: number): string =>
    numbers % wins === 0
      ? t('draws.odds', { count: format.count(numbers / wins) })
      : t('draws.exactOdds', { wins: format.count(wins), numbers: format.count(numbers) });
  return (
    <ValueLines>
      {prizes.map((prize) => (
        <ValueLine
          key={prize.id}
          label={
            <>
              {t(`draws.${prize.id}`)} ·{' '}
              <RuleValue rule="prize" className={common.name}>
                {format.usdt(prize.amount, 0)} USDT
              </RuleValue>
            </>
          }
        >
          <RuleValue rule="prize">{oddsOf(winsOf(prize))}</RuleValue>
        </ValueLine>
      ))}
      <ValueLine label={t('draws.nothing')}>
        <RuleValue rule="prize">{format.percent(losingOf(table) / numbers, 4, 'negative')}</RuleValue>
      </ValueLine>
      <ValueLine label={t('draws.expected')}>
        <RuleValue rule="prize">{format.exactUsdt(expectedValue)} USDT</RuleValue>
      </ValueLine>
    </ValueLines>
  );
}
