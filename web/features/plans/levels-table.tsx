import type { ReactNode } from 'react';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import styles from './levels-table.module.css';
import { useListLevels } from './queries/offer.ts';
import { rulePercent, shortUsdt } from './words.ts';

const tableHeight = 228;

/** The levels in force: requirements and bounds, which are the same for every coin. */
export function LevelsTable({ coin }: { readonly coin: string }): ReactNode {
  const t = useText();
  const levels = useListLevels(coin, null);
  return (
    <Card title={t('plans.chooseLevel')} className={styles.scope}>
      <Loaded query={levels} height={tableHeight}>
        {(offers) => (
          <table className={styles.table} data-rule="level">
            <thead>
              <tr>
                <th scope="col">{t('content.levelColumn')}</th>
                <th scope="col">{t('plans.quotaRange')}</th>
                <th scope="col">{t('plans.maximumProfit')}</th>
                <th scope="col">{t('plans.maximumLoss')}</th>
              </tr>
            </thead>
            <tbody>
              {offers.map((level) => (
                <LevelRow key={level.id} level={level} />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Card>
  );
}

function LevelRow({ level }: { readonly level: LevelOffer }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <tr>
      <th scope="row">
        {t('plans.level', { level: level.id })}
        <span className={styles.note}>{t('plans.weightFrom', { from: format.count(level.weightMin) })}</span>
      </th>
      <td>{t('plans.range', { from: shortUsdt(format, level.amountMin), to: shortUsdt(format, level.amountMax) })}</td>
      <td className={styles.profit}>{rulePercent(format, level.maximumProfit)}</td>
      <td className={styles.loss}>{rulePercent(format, -level.maximumLoss)}</td>
    </tr>
  );
}
