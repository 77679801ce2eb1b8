import type { ReactNode } from 'react';
import type { Deposit } from '#contract/deposits.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { CopyRow } from '#web/ui/layout/copy-row.tsx';
import { RowList } from '#web/ui/layout/row.tsx';
import { Lazy, lazyComponent } from '#web/ui/loading/lazy-component.tsx';
import styles from './deposit-address.module.css';
import type { DepositChannel } from './deposit-form.ts';

const qrCode = lazyComponent(async () => (await import('#web/ui/picture/qr-code.tsx')).QrCode);

interface DepositAddressProps {
  readonly deposit: Deposit;
  /** The deposit's channel; undefined while loading. */
  readonly channel: DepositChannel | undefined;
}

/** The deposit address as a QR code and as text. */
export function DepositAddress({ deposit, channel }: DepositAddressProps): ReactNode {
  const t = useText();
  const { address } = deposit;
  return (
    <Card className={styles.card}>
      <Lazy
        code={qrCode}
        props={{ text: address, label: t('deposits.addressPicture') }}
        fallback={<Skeleton height={208} />}
      />
      <Instructions deposit={deposit} channel={channel} />
      <RowList>
        <CopyRow title={t('deposits.address')} text={address} action={t('deposits.copyAddress')} />
      </RowList>
    </Card>
  );
}

/** Instructions while the member has something to do. */
function Instructions({ deposit, channel }: DepositAddressProps): ReactNode {
  const t = useText();
  const format = useFormat();
  if (channel === undefined || deposit.state !== 'requested') return null;
  const { network } = channel;
  return (
    <p>
      {network === null ? (
        t('deposits.sandboxSends')
      ) : (
        <Figure source="ledger">
          {t('deposits.sendTo', { amount: format.exactUsdt(deposit.amount), network: network.name })}
        </Figure>
      )}
    </p>
  );
}
