import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './plan-buttons.module.css';
import type { PlanDesk } from './use-plan-desk.ts';

interface PlanButtonsProps {
  readonly desk: PlanDesk;
  readonly onDetermine: () => void;
}

/** 'Determine the plan' and 'Order Record'; above them why no plan is accepted now. */
export function PlanButtons({ desk, onDetermine }: PlanButtonsProps): ReactNode {
  const t = useText();
  const go = useGo();
  const obstacle = desk.errors.find(({ field }) => field === 'market' || field === 'level');
  return (
    <div className={common.stack}>
      {obstacle && desk.levels.data && (
        <p className={styles.obstacle} role="status">
          <Icon name="warning" size={18} />
          {desk.errorWords(obstacle)}
        </p>
      )}
      <Button onClick={onDetermine}>{t('plans.determine')}</Button>
      <Button kind="outline" onClick={() => go('/orders')}>
        {t('assets.orderRecord')}
      </Button>
    </div>
  );
}
