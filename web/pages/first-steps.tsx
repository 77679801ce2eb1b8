import { type ReactNode, useState } from 'react';
import { TestFunds } from '#web/features/deposits/test-funds.tsx';
import { useFirstCoin } from '#web/features/market/queries/market.ts';
import { choosePlan } from '#web/features/plans/practice/choose-plan.ts';
import { useGetMember } from '#web/features/profile/queries/profile.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { tabStorage } from '#web/platform/session/storage.ts';
import { Button } from '#web/ui/form/button.tsx';
import { IconButton } from '#web/ui/form/icon-button.tsx';
import styles from './first-steps.module.css';

const closedKey = 'firstSteps';
const firstPlan = { levelId: 1, leverage: 1 } as const;
const firstAmount = '100';

/**
 * What a member who has not placed a plan can begin with: a practice plan, test funds, the first plan. Above the bar at the bottom,
 * so that it moves nothing when it appears.
 */
export function FirstSteps(): ReactNode {
  const t = useText();
  const go = useGo();
  const coin = useFirstCoin();
  const member = useGetMember().data;
  const [closed, setClosed] = useState(() => tabStorage.getItem(closedKey) !== null);
  const isNew = member && member.locked === 0n && member.incomeTotal === 0n;
  if (!isNew || closed) return null;
  const close = () => {
    tabStorage.setItem(closedKey, 'closed');
    setClosed(true);
  };
  const toPlan = () => go(choosePlan({ ...firstPlan, coin }, firstAmount));
  return (
    <>
      <div className={styles.space} />
      <section className={styles.dock} aria-label={t('practice.firstSteps')}>
        <div className={styles.head}>
          <h2>{t('practice.firstSteps')}</h2>
          <IconButton icon="close" label={t('shell.close')} onClick={close} />
        </div>
        <div className={styles.steps}>
          <Button inline kind="outline" onClick={() => go('/practice')}>
            {t('practice.try')}
          </Button>
          {member.available > 0n ? (
            <Button inline onClick={toPlan}>
              {t('practice.place')}
            </Button>
          ) : (
            // The plan is filled in while the funds arrive.
            <TestFunds onRequested={toPlan} />
          )}
        </div>
      </section>
    </>
  );
}
