import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import * as contract from '#contract/bank-card.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, passwordWeight } from '#server/platform/http/binding.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { bindBankCard, type OwnerCheck } from './bind-bank-card.ts';
import { createCardSeal, requireCardKey } from './card-seal.ts';
import { firstNameOf, readCards, type StoredCard } from './card-store.ts';
import { getBankCard } from './get-bank-card.ts';
import { keepBankCard } from './keep-bank-card.ts';

export interface BankCardDependencies {
  readonly pool: pg.Pool;
  readonly acts: SecurityActs;
  readonly owner: OwnerCheck;
  readonly secretKeys: SecretKeys;
  /** Whether the database holds other secrets that only this key opens. */
  hasSealedSecrets(): Promise<boolean>;
  /** Protections wait by the wall clock. */
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
}

export interface BankCardFeature extends Feature {
  /** The card in use. */
  cardOf(memberId: bigint): Promise<StoredCard | null>;
  /** The name on the member's first card, which stands for the real name of who bound it before it set one; null without a card. */
  firstNameOf(memberId: bigint): Promise<string | null>;
}

/** The bank card for withdrawals. */
export async function openBankCard(dependencies: BankCardDependencies): Promise<BankCardFeature> {
  const { pool, acts, owner, secretKeys, clock } = dependencies;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await requireCardKey(tables, secretKeys.first, dependencies.hasSealedSecrets);
  const seal = createCardSeal(secretKeys);
  const own = { tables, seal, clock, acts, owner };
  return {
    bindings: bindAll('bank-card', contract, {
      getBankCard: (_, { member }) => getBankCard(own, member.memberId),
      bindBankCard: {
        handler: (input, call) => bindBankCard(own, input, call),
        weight: passwordWeight,
      },
      keepBankCard: (_, { member }) => keepBankCard(own, member.memberId),
    }),
    cardOf: async (memberId) => (await readCards(tables, seal, memberId, clock.wallNow())).card,
    firstNameOf: (memberId) => firstNameOf(tables, seal, memberId),
  };
}
