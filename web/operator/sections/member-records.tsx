import { type ComponentProps, type ReactNode, useState } from 'react';
import { type PinKind, pinKinds } from '#contract/support-schemas.ts';
import { toDecimal } from '#core/money/amount.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PagedList } from '#web/ui/layout/paged-list.tsx';
import { useConsoleText } from '../locale.ts';
import { useListMemberActs, useListMemberObjects } from '../queries/members.ts';
import { useListMemberRecords } from '../queries/wallet.ts';
import { actWords } from '../ui/act-words.ts';
import { Select } from '../ui/select.tsx';
import { Table, type TableProps } from '../ui/table.tsx';
import { Amount, At, UsdtAmount } from '../ui/values.tsx';

interface MemberProps {
  readonly member: string;
}

const lists = ['records', ...pinKinds, 'acts'] as const;
type List = (typeof lists)[number];

/** What the member sees of the account, a list at a time. */
export function MemberRecords({ member }: MemberProps): ReactNode {
  const t = useConsoleText();
  const [list, setList] = useState<List>('records');
  return (
    <Card title={t('members.lists')}>
      <Select
        label={t('members.list')}
        value={list}
        onChange={setList}
        options={lists.map((value) => ({ value, label: t(`members.list-${value}`) }))}
      />
      {list === 'records' ? (
        <Records member={member} />
      ) : list === 'acts' ? (
        <Acts member={member} />
      ) : (
        <Objects key={list} member={member} kind={list} />
      )}
    </Card>
  );
}

interface GrowingTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly list: ComponentProps<typeof PagedList<readonly Row[], Row>>['list'];
}

function GrowingTable<Row>({ list, ...table }: GrowingTableProps<Row>): ReactNode {
  const t = useConsoleText();
  return (
    <PagedList list={list} height={320} empty={<p>{t('members.nothingHere')}</p>} moreText={t('shell.more')}>
      {(rows) => <Table rows={rows} {...table} />}
    </PagedList>
  );
}

function Records({ member }: MemberProps): ReactNode {
  const t = useConsoleText();
  const words = useText();
  return (
    <GrowingTable
      list={useListMemberRecords(member)}
      caption={t('members.list-records')}
      keyOf={({ id }) => id}
      columns={[
        { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
        { label: t('members.kind'), cell: ({ kind }) => words(`wallet.kind-${kind}`) },
        { label: t('members.balance'), cell: ({ account }) => words(`wallet.member-${account}`) },
        {
          label: t('money.amount'),
          numeric: true,
          cell: ({ asset, amount }) => <Amount asset={asset} amount={toDecimal(asset, amount as never)} />,
        },
        { label: t('members.reference'), cell: ({ reference }) => reference },
      ]}
    />
  );
}

function Objects({ member, kind }: MemberProps & { readonly kind: PinKind }): ReactNode {
  const t = useConsoleText();
  return (
    <GrowingTable
      list={useListMemberObjects(member, kind)}
      caption={t(`members.list-${kind}`)}
      keyOf={({ id }) => id}
      columns={[
        { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
        {
          label: t('money.amount'),
          numeric: true,
          cell: ({ amount }) => (amount === null ? t('shell.notMeasured') : <UsdtAmount value={amount} />),
        },
        { label: t('money.state'), cell: ({ state }) => t(`inbox.state-${state}`) },
        {
          label: t('inbox.income'),
          numeric: true,
          cell: ({ income }) => (income === null ? '' : <UsdtAmount value={income} />),
        },
        { label: t('log.detail'), cell: ({ detail }) => detail },
        { label: t('members.reference'), cell: ({ id }) => id },
      ]}
    />
  );
}

function Acts({ member }: MemberProps): ReactNode {
  const t = useConsoleText();
  const words = useText();
  return (
    <GrowingTable
      list={useListMemberActs(member)}
      caption={t('members.list-acts')}
      keyOf={({ id }) => id}
      columns={[
        { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
        {
          label: t('log.act'),
          cell: ({ act, operator }) => (operator ? actWords(t, operator.act) : words(`security.act-${act}`)),
        },
        {
          label: t('log.operator'),
          cell: ({ operator }) => (operator ? `${operator.operator} · ${t(`roles.${operator.role}`)}` : ''),
        },
        { label: t('shell.reason'), breaks: true, cell: ({ operator, detail }) => operator?.reason ?? detail },
      ]}
    />
  );
}
