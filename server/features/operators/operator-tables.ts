import type { Generated } from 'kysely';
import type { OperatorRole } from '#contract/roles.ts';
import type { ChallengeTables } from '#server/platform/factors/passkey-challenges.ts';
import type { FailureTables } from '#server/platform/sign-in-failures/sign-in-failure-store.ts';

/** The feature's tables, for Kysely. */
export interface OperatorTables extends ChallengeTables, FailureTables {
  operator: {
    name: string;
    role: OperatorRole;
    locale: Generated<string>;
    password_hash: string | null;
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
  operator_link: {
    token_hash: Buffer;
    operator: string;
    made_at: Date;
    expires_at: Date;
    sealed: Buffer | null;
    used_at: Date | null;
    /** An operator, `@server`, or null for a first owner's link. */
    made_by: string | null;
    enrolled_at: Date | null;
  };
  operator_passkey: {
    credential_id: Buffer;
    operator: string;
    name: string;
    public_key: Buffer;
    counter: bigint;
    added_at: Date;
    last_used_at: Date | null;
  };
  operator_authenticator: {
    operator: string;
    sealed: Buffer;
    confirmed_at: Date;
    last_step: Generated<bigint>;
  };
  operator_session: {
    token_hash: Buffer;
    operator: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    user_agent: string;
    address: string;
  };
  operator_act: {
    id: Generated<bigint>;
    operator: string;
    role: OperatorRole;
    act: string;
    subject: string;
    member_id: bigint | null;
    reason: string;
    detail: string;
    at: Generated<Date>;
  };
  operator_act_chain: { position: bigint; act_id: bigint; hash: Buffer; chained_at: Generated<Date> };
}
