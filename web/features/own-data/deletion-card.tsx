import { type ReactNode, useState } from 'react';
import type { OpenBusiness } from '#contract/own-data.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './own-data.module.css';
import { SaveOwnData } from './own-data-card.tsx';
import { useDeleteOwnData, useGetDeletion } from './queries.ts';

/** Where each is brought to an end. */
const placeOf: Readonly<Record<Exclude<OpenBusiness, 'frozen'>, string>> = {
  plans: '/orders',
  stakes: '/myOrderInfo',
  financing: '/touzijilu',
  depositing: '/deposit',
  available: '/txmoney',
  withdrawing: '/txmoney',
};

/** The way to delete the personal part of the account. */
export function DeletionCard({ onDeleted }: { readonly onDeleted: () => void }): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <Card title={t('security.deletion')}>
      <p className={styles.text}>{t('security.deletionText')}</p>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t('security.deletionLook')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('security.deletion')}>
        <Deletion onClose={() => setOpen(false)} onDeleted={onDeleted} />
      </Sheet>
    </Card>
  );
}

function Deletion({ onClose, onDeleted }: { readonly onClose: () => void; readonly onDeleted: () => void }): ReactNode {
  return (
    <Loaded query={useGetDeletion(true)} height={200}>
      {({ open, points }) =>
        open.length > 0 ? (
          <StillOpen open={open} onClose={onClose} />
        ) : (
          <Confirm points={points} onClose={onClose} onDeleted={onDeleted} />
        )
      }
    </Loaded>
  );
}

type Open = NonNullable<ReturnType<typeof useGetDeletion>['data']>['open'];

/** What has to be brought to an end first, and where. */
function StillOpen({ open, onClose }: { readonly open: Open; readonly onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <div className={styles.stack}>
      <p>{t('security.deletionOpen')}</p>
      <RowList label={t('security.deletionOpen')}>
        {open.map(({ what, amount }) => (
          <Row
            key={what}
            title={t(`security.open-${what}`)}
            {...(what === 'frozen' ? { onPress: onClose } : { to: placeOf[what] })}
            value={
              amount === null ? undefined : (
                <Money source="ledger" value={amount} decimals={amount % 10_000n === 0n ? 2 : 6} />
              )
            }
          />
        ))}
      </RowList>
    </div>
  );
}

interface ConfirmProps {
  readonly points: number;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Says what goes and what stays, offers the file, and asks. */
function Confirm({ points, onClose, onDeleted }: ConfirmProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const [isSure, setIsSure] = useState(false);
  const deleting = useDeleteOwnData();
  // What was read of the account goes with it, and this with what it shows: callbacks of `mutate` would not be called any more.
  const remove = () =>
    void deleting.mutateAsync({}).then(({ message }) => {
      showToast(message, 'success');
      onDeleted();
    }, showFailure);
  return (
    <div className={styles.stack}>
      <h3>{t('security.deletionGoes')}</h3>
      <p className={common.secondary}>{t('security.deletionGoesText')}</p>
      <h3>{t('security.deletionStays')}</h3>
      <p className={common.secondary}>{t('security.deletionStaysText')}</p>
      <p className={common.secondary}>{t('security.deletionFinal', { points: format.count(points) })}</p>
      <SaveOwnData />
      <Checkbox name="sure" checked={isSure} onChange={setIsSure}>
        {t('security.deletionSure')}
      </Checkbox>
      <Button busy={deleting.isPending} disabled={!isSure} onClick={remove}>
        {t('security.deletionNow')}
      </Button>
      <Button kind="quiet" onClick={onClose}>
        {t('shell.cancel')}
      </Button>
    </div>
  );
}
