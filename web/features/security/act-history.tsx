import { type ReactNode, useState } from 'react';
import { depositRefusals } from '#contract/deposits.ts';
import type { OutputOf } from '#contract/operation.ts';
import { passwordRequestReasons } from '#contract/operator-acts.ts';
import type { listSecurityActs } from '#contract/security.ts';
import { withdrawalReasons } from '#contract/withdrawals.ts';
import { readExclusionText, readLimitText } from '#core/limits/protection-texts.ts';
import type { Usdt } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { exclusionActs } from './held-values.ts';
import { HistoryCheck } from './history-check.tsx';
import { useListSecurityActs } from './queries.ts';

type ListedAct = OutputOf<typeof listSecurityActs>[number];
type ActOfOperator = NonNullable<ListedAct['operator']>;

const shownActs = ['all', 'operators'] as const;
type ShownActs = (typeof shownActs)[number];

/** Security acts, newest first: all of them, or what operators did for or to the member; whether all follows from them. */
export function ActHistory(): ReactNode {
  const t = useText();
  const [shown, setShown] = useState<ShownActs>('all');
  const labels = { all: t('security.allActs'), operators: t('security.byOperators') };
  return (
    <Card title={t('security.acts')}>
      <HistoryCheck of={['limits', 'account', 'settings']} />
      <Segmented<ShownActs>
        label={t('security.acts')}
        value={shown}
        onChange={setShown}
        segments={shownActs.map((value) => ({ value, label: labels[value] }))}
      />
      <Acts key={shown} by={shown === 'operators' ? shown : undefined} />
    </Card>
  );
}

function Acts({ by }: { readonly by: 'operators' | undefined }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <PagedList
      list={useListSecurityActs(by)}
      height={48}
      empty={<p>{t(by === undefined ? 'security.noActs' : 'security.noActsOfOperators')}</p>}
      moreText={t('security.showMore')}
    >
      {(acts) => (
        <RowList label={t('security.acts')}>
          {acts.map(({ id, act, detail, operator, at }) => (
            <Row
              key={id}
              title={operator ? t(`security.operator-${operator.act}`) : t(`security.act-${act}`)}
              note={
                operator ? (
                  <ByOperator {...operator} />
                ) : detail === '' ? undefined : (
                  <Detail act={act} detail={detail} />
                )
              }
              value={format.dayTime(at)}
              {...pageAbout(operator)}
            />
          ))}
        </RowList>
      )}
    </PagedList>
  );
}

/** What an act set, in the member's words where it is a protection. */
function Detail({ act, detail }: Pick<ListedAct, 'act' | 'detail'>): ReactNode {
  const t = useText();
  const format = useFormat();
  const set = readLimitText(detail);
  const amountOf = (amount: Usdt | null) => (amount === null ? t('limits.none') : `${format.exactUsdt(amount)} USDT`);
  if (set !== null) {
    const { amount, next } = set.limit;
    const time = next === null ? '' : ` → ${amountOf(next.amount)}, ${format.fullTime(next.at)}`;
    return `${t(`limits.${set.period}`)}: ${amountOf(amount)}${time}`;
  }
  const exclusion = exclusionActs.some((one) => one === act) ? readExclusionText(detail) : null;
  if (exclusion !== null) return `→ ${format.fullTime(exclusion.liftsAt ?? exclusion.endsAt)}`;
  return <code>{detail}</code>;
}

const isOfWithdrawal = (act: ActOfOperator['act']): boolean =>
  act === 'withdrawalApproved' || act === 'withdrawalRefused';

/** Where the deposit or withdrawal is that an act is about. */
function pageAbout(operator: ActOfOperator | null): { readonly to?: string } {
  if (!operator?.about) return {};
  return {
    to: isOfWithdrawal(operator.act)
      ? `/withdrawSuccess?withdrawal=${operator.about}`
      : `/depositSuccess?deposit=${operator.about}`,
  };
}

/** By whom and why an operator acted. */
function ByOperator({ role: roleName, act, reason: given, about }: ActOfOperator): ReactNode {
  const t = useText();
  const reason = reasonText(t, act, given);
  const role = t(`security.role-${roleName}`);
  const who = reason === '' ? t('security.operatorBy', { role }) : t('security.operatorReason', { role, reason });
  if (about === null) return who;
  const id = about.slice(0, 8);
  return (
    <>
      {isOfWithdrawal(act) ? t('security.aboutWithdrawal', { id }) : t('security.aboutDeposit', { id })} · {who}
    </>
  );
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
  if (act === 'depositRefused') {
    const refused = depositRefusals.find((one) => one === given);
    if (refused !== undefined) return t(`deposits.${refused}`);
  }
  return given;
}
