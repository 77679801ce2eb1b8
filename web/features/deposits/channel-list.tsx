import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { BehindNote } from './channel-network.tsx';
import type { DepositChannel } from './deposit-form.ts';
import { useListDepositChannels } from './queries.ts';

/** The channels with their bounds, each linking to its deposit form. */
export function ChannelList(): ReactNode {
  const t = useText();
  return (
    <Loaded query={useListDepositChannels(true)} height={120} radius={14}>
      {(channels) =>
        channels.length === 0 ? (
          <EmptyState icon="deposit" title={t('deposits.noChannels')} />
        ) : (
          <Channels channels={channels} />
        )
      }
    </Loaded>
  );
}

function Channels({ channels }: { readonly channels: readonly DepositChannel[] }): ReactNode {
  const t = useText();
  const format = useFormat();
  const behindSince = channels.find((channel) => channel.behindSince !== null)?.behindSince ?? null;
  return (
    <>
      {behindSince === null ? null : <BehindNote since={behindSince} />}
      <Card title={t('deposits.chooseChannel')}>
        <RowList label={t('deposits.chooseChannel')}>
          {channels.map(({ id, name, minimum, maximum, confirmationsNeeded }) => (
            <Row
              key={id}
              icon="deposit"
              title={<span data-words="">{name}</span>}
              note={
                <RuleValue rule="deposit">
                  {t('deposits.amountHint', { minimum: format.usdt(minimum, 2), maximum: format.usdt(maximum, 2) })}
                  <br />
                  {t('deposits.channelConfirmations', { count: format.count(confirmationsNeeded) })}
                </RuleValue>
              }
              to={`/deposit?channel=${id}`}
            />
          ))}
        </RowList>
      </Card>
    </>
  );
}
