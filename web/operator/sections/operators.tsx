import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/operation.ts';
import { createOperator, type listOperators } from '#contract/operators.ts';
import { type OperatorRole, operatorRoles } from '#contract/roles.ts';
import { decodeForm } from '#web/platform/api/form.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { enrolPath } from '../paths.ts';
import {
  useChangeOperatorRole,
  useCreateOperator,
  useEndOperator,
  useEndOperatorSessions,
  useGetOperatorSession,
  useListOperators,
  useRenewOperatorLink,
} from '../queries/operators.ts';
import { Act } from '../ui/act.tsx';
import styles from '../ui/layout.module.css';
import { ReadTable } from '../ui/read-table.tsx';
import { Select } from '../ui/select.tsx';
import { At } from '../ui/values.tsx';

type ListedOperator = OutputOf<typeof listOperators>[number];

/** A one-time link that was just made. */
interface MadeLink {
  readonly operator: string;
  readonly token: string;
}

/** Who the operators are. */
export function Operators(): ReactNode {
  const t = useConsoleText();
  const [link, setLink] = useState<MadeLink | null>(null);
  const mayManage = useGetOperatorSession().data?.permissions.includes('manageOperators') === true;
  return (
    <>
      {link === null ? null : (
        <Note title={t('operators.link', { operator: link.operator })}>
          <p>{t('operators.linkText')}</p>
          <p className={styles.code}>{`${location.origin}${enrolPath}#${link.token}`}</p>
        </Note>
      )}
      {mayManage ? <NewOperator onLink={setLink} /> : null}
      <OperatorTable mayManage={mayManage} onLink={setLink} />
    </>
  );
}

interface OperatorTableProps {
  readonly mayManage: boolean;
  readonly onLink: (link: MadeLink) => void;
}

function OperatorTable({ mayManage, onLink }: OperatorTableProps): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  return (
    <Card title={t('operators.title')}>
      <ReadTable
        query={useListOperators()}
        height={200}
        caption={t('operators.title')}
        keyOf={({ operator }) => operator}
        columns={[
          { label: t('operators.name'), cell: ({ operator }) => operator },
          { label: t('operators.role'), cell: ({ role }) => t(`roles.${role}`) },
          { label: t('operators.since'), cell: ({ createdAt }) => <At at={createdAt} /> },
          { label: t('members.passkeys'), numeric: true, cell: ({ passkeys }) => format.count(passkeys) },
          { label: t('members.authenticator'), cell: (row) => t(row.hasAuthenticator ? 'shell.yes' : 'shell.no') },
          { label: t('members.sessions'), numeric: true, cell: ({ sessions }) => format.count(sessions) },
          {
            label: t('shell.acts'),
            cell: (row) => {
              if (row.endedAt !== null) return t('operators.ended');
              return mayManage ? <OperatorActs row={row} onLink={onLink} /> : null;
            },
          },
        ]}
      />
    </Card>
  );
}

interface OperatorActsProps {
  readonly row: ListedOperator;
  readonly onLink: (link: MadeLink) => void;
}

function OperatorActs({ row: { operator, role }, onLink }: OperatorActsProps): ReactNode {
  const t = useConsoleText();
  const [next, setNext] = useState<OperatorRole>(role);
  const change = useChangeOperatorRole();
  const signOut = useEndOperatorSessions();
  const end = useEndOperator();
  const renew = useRenewOperatorLink();
  return (
    <div className={styles.acts}>
      <Act
        label={t('operators.changeRole')}
        mutation={change}
        inputOf={(reason) => ({ operator, role: next, reason })}
        done={t('operators.roleChanged')}
      >
        <p>{t('operators.changeRoleText', { operator })}</p>
        <RoleChoice value={next} onChange={setNext} />
      </Act>
      <Act
        label={t('operators.newLink')}
        mutation={renew}
        inputOf={(reason) => ({ operator, reason })}
        done={t('operators.linkMade')}
        onDone={({ value: { token } }) => onLink({ operator, token })}
      >
        {t('operators.newLinkText', { operator })}
      </Act>
      <Act
        label={t('operators.signOut')}
        mutation={signOut}
        inputOf={(reason) => ({ operator, reason })}
        done={t('operators.signedOut')}
      >
        {t('operators.signOutText', { operator })}
      </Act>
      <Act
        label={t('operators.end')}
        mutation={end}
        inputOf={(reason) => ({ operator, reason })}
        done={t('operators.ended')}
      >
        {t('operators.endText', { operator })}
      </Act>
    </div>
  );
}

interface RoleChoiceProps {
  readonly value: OperatorRole;
  readonly onChange: (role: OperatorRole) => void;
}

function RoleChoice(props: RoleChoiceProps): ReactNode {
  const t = useConsoleText();
  const options = operatorRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }));
  return <Select label={t('operators.role')} options={options} {...props} />;
}

const refusalFields = {
  operatorMissing: 'operator',
  operatorInvalid: 'operator',
  operatorTaken: 'operator',
  actReasonMissing: 'reason',
  actReasonInvalid: 'reason',
} as const;

function NewOperator({ onLink }: Pick<OperatorTableProps, 'onLink'>): ReactNode {
  const t = useConsoleText();
  const create = useCreateOperator();
  const [role, setRole] = useState<OperatorRole>('support');
  const empty = { operator: '', reason: '' };
  const fields = useFormFields<keyof typeof empty>(empty, refusalFields);
  const submit = () => {
    const { input, errors } = decodeForm(createOperator, { ...fields.values, role });
    if (input === null) return fields.errors.show(errors);
    create.mutate(input, {
      onSuccess: ({ value: { token } }) => {
        fields.set('operator', '');
        fields.set('reason', '');
        onLink({ operator: input.operator, token });
      },
      onError: fields.refused,
    });
  };
  return (
    <Card title={t('operators.create')}>
      <Form fields={fields} sending={create} onSubmit={submit} action={t('operators.create')} inline>
        <Field {...fields.field('operator')} label={t('operators.name')} maxLength={40} code />
        <RoleChoice value={role} onChange={setRole} />
        <Field {...fields.field('reason')} label={t('shell.reason')} maxLength={200} />
      </Form>
    </Card>
  );
}
