import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { serverWallNow } from '#web/platform/product-clock.ts';
import { useRedrawEvery } from '#web/platform/visible-interval.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { CopyRow } from '#web/ui/layout/copy-row.tsx';
import { Row } from '#web/ui/layout/row.tsx';
import type { DepositChannel } from './deposit-form.ts';

const ageStepMs = 10_000;

/** Rows about the channel's chain; none for the sandbox. */
export function NetworkRows({ network }: Pick<DepositChannel, 'network'>): ReactNode {
  const t = useText();
  if (network === null) return null;
  return (
    <>
      <Row title={t('deposits.network')} value={<span data-words="">{network.name}</span>} />
      <Row title={t('deposits.chainId')} value={<code>{network.chainId}</code>} />
      <CopyRow title={t('deposits.token')} text={network.token} action={t('deposits.copyToken')} />
    </>
  );
}

/** Warns that the chain is out of reach, and since when, by the server's wall time. */
export function BehindNote({ since }: { readonly since: number }): ReactNode {
  const t = useText();
  const format = useFormat();
  useRedrawEvery(ageStepMs);
  return (
    <Note kind="warning" title={t('deposits.behindTitle')}>
      <p>{t('deposits.behindText')}</p>
      <Figure source="probe" mark="own">
        {t('deposits.behindFor', { age: format.span(serverWallNow() - since) })}
      </Figure>
    </Note>
  );
}
