import type { Generated } from 'kysely';
import type { ChallengeTables } from '#server/platform/factors/passkey-challenges.ts';
import type { FailureTables } from '#server/platform/sign-in-failures/sign-in-failure-store.ts';

export type SignInResult =
  | 'registered'
  | 'signedIn'
  | 'signedInByPasskey'
  | 'signedInByReset'
  | 'wrongPassword'
  | 'wrongFactor'
  | 'wrongReset';

/** The feature's tables and the views it reads, for Kysely. */
export interface IdentityTables extends FailureTables, ChallengeTables {
  member: {
    id: Generated<bigint>;
    username: string;
    password_hash: string;
    locale: string;
    time_zone: Generated<string>;
    invitation_code: string;
    invited_by: bigint | null;
    registration_proof: Buffer;
    created_at: Date;
  };
  session: {
    token_hash: Buffer;
    member_id: bigint;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    replaced_by: Buffer | null;
    user_agent: string;
    address: string;
  };
  captcha: {
    visitor_hash: Buffer;
    answer_hash: Buffer;
    network: string;
    work: string;
    proven: Generated<boolean>;
    drawn_at: Date;
    expires_at: Date;
  };
  network_use: { span: 'minute' | 'day'; since: Date; network: string; uses: number };
  sign_in: {
    member_id: bigint;
    id: string;
    result: SignInResult;
    user_agent: string;
    address: string;
    at: Date;
  };
  authenticator: {
    member_id: bigint;
    sealed: Buffer;
    started_at: Date;
    confirmed_at: Generated<Date | null>;
    last_step: Generated<bigint>;
    failures: Generated<number>;
    last_failed_at: Generated<Date>;
    locked_until: Generated<Date>;
  };
  backup_code: { member_id: bigint; code_hash: Buffer; used_at: Generated<Date | null> };
  passkey: {
    credential_id: Buffer;
    member_id: bigint;
    id: string;
    name: string;
    public_key: Buffer;
    counter: bigint;
    synced: boolean;
    added_at: Date;
    last_used_at: Date | null;
  };
}
