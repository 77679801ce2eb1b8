import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import { operatorActs } from '#contract/operator-acts.ts';
import { actsPerPage, listOperatorActs } from '#contract/operators-log.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { useSettled } from '#web/platform/use-settled.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { useGetOperatorLogState, useListOperatorActs } from '../queries/operators.ts';
import { actWords } from '../ui/act-words.ts';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { MemberLink } from '../ui/member-link.tsx';
import { useAfter } from '../ui/paging.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { Select } from '../ui/select.tsx';
import { At, Hash } from '../ui/values.tsx';

/** The chained log of everything that operators did. */
export function Log(): ReactNode {
  return (
    <>
      <ChainState />
      <Acts />
    </>
  );
}

function ChainState(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  return (
    <Card title={t('log.chain')}>
      <Loaded query={useGetOperatorLogState()} height={72}>
        {({ position, hash, waiting }) => (
          <Facts
            facts={[
              [t('log.position'), format.count(BigInt(position))],
              [t('shell.hash'), <Hash key="hash" hash={hash} />],
              [t('log.waiting'), format.count(waiting)],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

type LoggedAct = OutputOf<typeof listOperatorActs>[number];

const typingPauseMs = 250;
const anyAct = 'any';

function Acts(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const [operator, setOperator] = useState('');
  const [act, setAct] = useState<string>(anyAct);
  const paging = useAfter();
  const filter = { operator: useSettled(operator, typingPauseMs), act: act === anyAct ? '' : act };
  const { input, errors } = decodeForm(listOperatorActs, { ...filter, before: paging.after ?? '' });
  const list = useListOperatorActs(input);
  const filtered = (change: () => void) => {
    paging.first();
    change();
  };
  return (
    <Card title={t('log.title')}>
      <div className={styles.filters}>
        <Field
          label={t('log.operator')}
          name="operator"
          value={operator}
          onChange={(typed) => filtered(() => setOperator(typed))}
          maxLength={40}
          error={errors?.operator && errorText(errors.operator)}
          code
        />
        <Select
          label={t('log.act')}
          value={act}
          onChange={(chosen) => filtered(() => setAct(chosen))}
          options={[
            { value: anyAct, label: t('log.anyAct') },
            ...operatorActs.map((value) => ({ value, label: actWords(t, value) })),
          ]}
        />
      </div>
      {input === null ? null : (
        <ReadTable
          query={list}
          height={400}
          paging={paging}
          perPage={actsPerPage}
          caption={t('log.title')}
          keyOf={({ id }) => id}
          empty={t('log.empty')}
          columns={[
            { label: t('shell.at'), cell: ({ at }) => <At at={at} /> },
            { label: t('log.operator'), cell: (row) => `${row.operator} · ${t(`roles.${row.role}`)}` },
            { label: t('log.act'), cell: (row) => actWords(t, row.act) },
            { label: t('log.subject'), cell: (row) => <Subject act={row} /> },
            { label: t('shell.reason'), breaks: true, cell: ({ reason }) => reason },
            { label: t('log.detail'), breaks: true, cell: detailOf },
            {
              label: t('log.position'),
              numeric: true,
              cell: ({ position }) => (position === null ? t('log.notChained') : format.count(BigInt(position))),
            },
            { label: t('shell.hash'), breaks: true, cell: ({ hash }) => <Hash hash={hash?.slice(0, 16)} /> },
          ]}
        />
      )}
    </Card>
  );
}

const detailOf = ({ detail }: LoggedAct): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/** What was acted on. A member's number is written once, as a link. */
function Subject({ act: { subject, member } }: { readonly act: LoggedAct }): ReactNode {
  if (member === null) return subject;
  return (
    <>
      {subject.replace(/^(member|chat) \d+$/, '$1')} <MemberLink member={member} username={member} />
    </>
  );
}
