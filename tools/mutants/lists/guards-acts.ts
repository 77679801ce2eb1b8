import { bug, mutantsOf } from '../mutant.ts';

/** Guards of rows that need their act of the operators’ log, or their credit in the ledger. */
export const actGuards = mutantsOf('database', [
  {
    file: 'server/migrations/0142-rows-by-acts.sql',
    tests: [
      'server/features/operators/rows-by-acts.test.ts',
      'server/rewards/points-guards.test.ts',
      'server/features/books/unfounded.test.ts',
      'tools/verify/operator-with-the-rounds.test.ts',
      'server/features/content/version-guards.test.ts',
    ],
    bugs: [
      bug(
        'an operator needs no act of creation',
        "a.act = 'operatorCreated' and a.role = 'owner' and a.detail",
        "a.role = 'owner' and a.detail",
      ),
      bug(
        'an operator is created by anybody',
        "a.act = 'operatorCreated' and a.role = 'owner' and a.detail",
        "a.act = 'operatorCreated' and a.detail",
      ),
      bug('an operator gets another role than the log says', " and a.detail ->> 'role' = new.role and (", ' and ('),
      bug(
        'an owner creates itself though another one can sign in',
        'a.operator <> new.name or not exists (',
        'a.operator <> new.name or true or not exists (',
      ),
      bug(
        'a passkey of another owner does not count when an owner creates itself',
        '            exists (select from operator_passkey where operator = o.name)\n            or exists',
        '            exists',
      ),
      bug(
        'an authenticator app of another owner does not count when an owner creates itself',
        '\n            or exists (select from operator_authenticator where operator = o.name)',
        '',
      ),
      bug('its own passkey keeps a first owner from being created', ' and o.name <> new.name and (', ' and ('),
      bug('a role changes to another one than the log says', " and a.detail ->> 'to' = new.role)", ')'),
      bug(
        'a role is changed by anybody',
        "where a.act = 'operatorRoleChanged' and a.role = 'owner' and",
        "where a.act = 'operatorRoleChanged' and",
      ),
      bug(
        'an operator is ended by anybody',
        "where a.act = 'operatorEnded' and a.role = 'owner')",
        "where a.act = 'operatorEnded')",
      ),
      bug('an operator’s password is set in the act of another', ' and a.operator = new.name))', '))'),
      bug(
        'a link is made by somebody else than its act says, at a creation',
        "a.act = 'operatorCreated' and new.made_by is not distinct from nullif(a.operator, new.operator)",
        "a.act = 'operatorCreated'",
      ),
      bug(
        'a link is made by somebody else than its act says',
        '(new.made_by = a.operator or',
        '(new.made_by = new.operator or new.made_by = a.operator or',
      ),
      bug(
        'a link at the server is made for another operator',
        " and a.operator = new.operator)\n  ) then\n    raise exception 'a link",
        ")\n  ) then\n    raise exception 'a link",
      ),
      bug(
        'a link enrols twice',
        "  if old.enrolled_at is not null then\n    raise exception 'a link is used once' using errcode = 'restrict_violation';\n  end if;\n",
        '',
      ),
      bug(
        'the seven days of an enrolment begin when the server says',
        '  new.enrolled_at := now();\n  return new;',
        '  return new;',
      ),
      bug(
        'what signs in is enrolled by another act',
        'where a.act = tg_argv[0] and a.operator = new.operator',
        'where a.operator = new.operator',
      ),
      bug(
        'what signs in is enrolled by another operator',
        'where a.act = tg_argv[0] and a.operator = new.operator',
        'where a.act = tg_argv[0]',
      ),
      bug(
        'a decision is the act of another operator',
        'where a.act = new.kind || initcap(new.decision) and a.operator = new.operator',
        'where a.act = new.kind || initcap(new.decision)',
      ),
      bug(
        'an approval stands on the act of a refusal',
        'where a.act = new.kind || initcap(new.decision) and',
        "where a.act like new.kind || '%' and",
      ),
      bug(
        'a decision is about another member in the log',
        "      and coalesce(a.member_id, 0)::text = split_part(new.reference, '.', 1)\n",
        '',
      ),
      bug(
        'a decision is on other content in the log',
        "      and a.detail ->> 'hash' = encode(approval.subject_hash, 'hex')\n",
        '',
      ),
      bug(
        'a deposit is confirmed with the credit of another member',
        'where p.member_id = of_deposit.member_id and p.place = 0 and p.to_account = of_deposit.member_id * 32\n',
        'where p.place = 0\n',
      ),
      bug(
        'a deposit is confirmed with a credit that is locked',
        'p.place = 0 and p.to_account = of_deposit.member_id * 32',
        'p.place = 0',
      ),
      bug(
        'a deposit is confirmed with less than came in',
        '      and p.amount = coalesce(of_deposit.arrived, of_deposit.amount) and p.transfer_id',
        '      and p.transfer_id',
      ),
      bug(
        'the books do not find a confirmed deposit without its credit',
        "where d.state = 'confirmed' and not ledger.is_credited(d)",
        "where d.state = 'seen' and not ledger.is_credited(d)",
      ),
      bug(
        'the check of the books leaves out bets and entries without a transfer',
        'select fault from ledger.unfounded_chances union all\n',
        '',
      ),
      bug('the check of the books leaves out deposits', ' union all\nselect fault from ledger.unfounded_deposits', ''),
      bug(
        'a deposit that is confirmed later needs no credit',
        "when (new.state = 'confirmed' and old.state <> 'confirmed')",
        "when (new.state = 'confirmed' and old.state = 'seen')",
      ),
      bug(
        'a deposit that is new and confirmed needs no credit',
        "each row when (new.state = 'confirmed') execute",
        "each row when (new.state = 'confirmed' and new.arrived is not null) execute",
      ),
      bug(
        'a text may be an earlier version',
        'order by version desc limit 1;\n  if (case',
        'order by version limit 1;\n  if (case',
      ),
      bug('a version that nobody published counts', ' and published_by is not null order by', ' order by'),
      bug(
        'a text needs no file and no version',
        'when published is null then new.seed_hash is null',
        'when published is null then false',
      ),
      bug(
        'a text has another title than its version',
        "(published ->> 'title', published ->> 'body') is distinct from (new.title, new.body)",
        "published ->> 'body' is distinct from new.body",
      ),
      bug(
        'a text is withdrawn by the act of a publication',
        "array['contentWithdrawn'] else",
        "array['contentWithdrawn', 'contentPublished'] else",
      ),
      bug(
        'a withdrawn text is put back by the act of its withdrawal',
        "else array['contentPublished', 'contentPutBack']",
        "else array['contentWithdrawn', 'contentPutBack']",
      ),
      bug(
        'acts of another transaction count',
        'where at = now()::timestamptz(3) and subject',
        'where at <= now()::timestamptz(3) and subject',
      ),
      bug('acts on another subject count', 'and subject = of_subject', "and of_subject <> ''"),
    ],
  },
  {
    file: 'server/features/content/seed-content.ts',
    tests: ['server/features/content/seed-content.test.ts'],
    bugs: [
      bug(
        'a forged body of a file’s text stays',
        ' && known.title === title && known.body === body',
        ' && known.title === title',
      ),
      bug(
        'a forged title of a file’s text stays',
        ' && known.title === title && known.body === body',
        ' && known.body === body',
      ),
    ],
  },
  {
    file: 'server/platform/database/grants.ts',
    tests: ['server/features/operators/rows-by-acts.test.ts'],
    bugs: [
      bug(
        'the server may insert a link by which somebody enrolled a week ago',
        "'insert (token_hash, operator, made_at, expires_at, made_by), update",
        "'insert, update",
      ),
    ],
  },
]);
