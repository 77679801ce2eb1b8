import type { ReactNode } from 'react';
import { activationPoints } from '#core/weight/rules.ts';
import { maskedAddress } from '#web/platform/format/account-name.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './weight-sheet.module.css';

interface ActivationSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly weight: number;
  /** Address of the member's last test deposit, or null before the first. */
  readonly address: string | null;
  readonly onDeposit: () => void;
}

/** Asks before leaving for deposits, one of the ways to earn the first points. */
export function ActivationSheet({ open, onClose, weight, address, onDeposit }: ActivationSheetProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const activated = weight >= activationPoints;
  const share = Math.min(1, weight / activationPoints);
  return (
    <Sheet open={open} onClose={onClose} title={t(activated ? 'assets.activateDone' : 'assets.activate')}>
      <p>{t('assets.activateText')}</p>
      <div className={styles.progress}>
        <Figure source="ledger" mark="own">
          {t(activated ? 'assets.activateReached' : 'assets.activateProgress', {
            points: format.count(weight),
            needed: format.count(activationPoints),
          })}
        </Figure>
        <div className={styles.bar} aria-hidden="true">
          <div className={styles.done} style={{ width: `${share * 100}%` }} />
        </div>
      </div>
      <div className={styles.address}>
        <span className={common.secondary}>{t('assets.depositAddress')}</span>
        <code className={styles.addressValue}>{address === null ? t('assets.noAddress') : maskedAddress(address)}</code>
      </div>
      <Button onClick={onDeposit}>{t('assets.toDeposits')}</Button>
    </Sheet>
  );
}
