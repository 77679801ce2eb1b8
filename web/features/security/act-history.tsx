import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import { passwordRequestReasons } from '#contract/operator-acts.ts';
import type { listSecurityActs } from '#contract/security.ts';
import { withdrawalReasons } from '#contract/withdrawals.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { useListSecurityActs } from './queries.ts';

type ActOfOperator = NonNullable<OutputOf<typeof listSecurityActs>[number]['operator']>;

/** Security acts, newest first. */
export function ActHistory(): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('security.acts')}>
      <PagedList
        list={useListSecurityActs()}
        itemsOf={(page) => page}
        height={48}
        empty={<p>{t('security.noActs')}</p>}
        moreText={t('security.showMore')}
      >
        {(acts) => (
          <RowList label={t('security.acts')}>
            {acts.map(({ id, act, detail, operator, at }) => (
              <Row
                key={id}
                title={operator ? t(`security.operator-${operator.act}`) : t(`security.act-${act}`)}
                note={operator ? <ByOperator {...operator} /> : detail === '' ? undefined : <code>{detail}</code>}
                value={format.dayTime(at)}
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </Card>
  );
}

/** By whom and why an operator acted. */
function ByOperator({ role: roleName, act, reason: given }: ActOfOperator): ReactNode {
  const t = useText();
  const reason = reasonText(t, act, given);
  const role = t(`security.role-${roleName}`);
  return reason === '' ? t('security.operatorBy', { role }) : t('security.operatorReason', { role, reason });
}

/** A reason of a closed list in the member's language, any other as the operator wrote it. */
function reasonText(t: ReturnType<typeof useText>, act: ActOfOperator['act'], given: string): string {
  if (act === 'passwordRequestsClosed') {
    const closed = passwordRequestReasons.find((one) => one === given);
    if (closed !== undefined) return t(`security.closed-${closed}`);
  }
  if (act === 'withdrawalRefused') {
    const refused = withdrawalReasons.find((one) => one === given);
    if (refused !== undefined) return t(`withdrawals.${refused}`);
  }
  return given;
}
