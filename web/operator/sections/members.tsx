import { type ReactNode, useState } from 'react';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { useSettled } from '#web/platform/use-settled.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { subjectOf } from '../paths.ts';
import { useSearchMembers, useViewMember } from '../queries/members.ts';
import { MemberLink } from '../ui/member-link.tsx';
import { ReadTable } from '../ui/read-table.tsx';
import { At } from '../ui/values.tsx';
import { MemberAccount } from './member-account.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberNotes } from './member-notes.tsx';
import { MemberRecovery } from './member-recovery.tsx';

/** Finds members, and shows one. */
export function Members(): ReactNode {
  const member = subjectOf(useLocation().path);
  return (
    <>
      <Search />
      {member === null ? null : <OneMember key={member} member={member} />}
    </>
  );
}

function OneMember({ member }: { readonly member: string }): ReactNode {
  const { error } = useViewMember(member);
  if (refusalCode(error) === 'memberUnknown') return <MemberAccount member={member} />;
  return (
    <>
      <MemberAccount member={member} />
      <MemberNotes member={member} />
      <MemberActs member={member} />
      <MemberRecovery member={member} />
    </>
  );
}

const typingPauseMs = 150;

function Search(): ReactNode {
  const t = useConsoleText();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, typingPauseMs);
  const found = useSearchMembers(search);
  return (
    <Card>
      <Field
        label={t('members.search')}
        hint={t('members.searchHint')}
        name="search"
        value={typed}
        onChange={setTyped}
        maxLength={20}
        code
      />
      {search === '' ? null : (
        <ReadTable
          query={found}
          height={80}
          caption={t('members.found')}
          keyOf={({ number }) => number}
          empty={t('members.noneFound')}
          columns={[
            {
              label: t('members.name'),
              cell: ({ number, username }) => <MemberLink member={number} username={username} />,
            },
            { label: t('members.number'), cell: ({ number }) => number },
            { label: t('members.nickname'), breaks: true, cell: ({ nickname }) => nickname },
            { label: t('members.since'), cell: ({ createdAt }) => <At at={createdAt} /> },
            { label: t('members.frozen'), cell: ({ isFrozen }) => t(isFrozen ? 'shell.yes' : 'shell.no') },
          ]}
        />
      )}
    </Card>
  );
}
