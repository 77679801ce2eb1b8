import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { BehindNote } from './channel-network.tsx';
import { useListDepositChannels } from './queries.ts';

/** The channels with their bounds, each linking to its deposit form. */
export function ChannelList(): ReactNode {
  const t = useText();
  const format = useFormat();
  const channels = useListDepositChannels(true);
  const problem = queryProblem(channels);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void channels.refetch()} />;
  if (channels.data === undefined) return <Skeleton height={120} radius={14} />;
  if (channels.data.length === 0) return <EmptyState icon="deposit" title={t('deposits.noChannels')} />;
  const behindSince = channels.data.find((channel) => channel.behindSince !== null)?.behindSince ?? null;
  return (
    <>
      {behindSince === null ? null : <BehindNote since={behindSince} />}
      <Card title={t('deposits.chooseChannel')}>
        <RowList label={t('deposits.chooseChannel')}>
          {channels.data.map(({ id, name, minimum, maximum, confirmationsNeeded }) => (
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
