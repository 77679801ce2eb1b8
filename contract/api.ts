import * as bankCard from './bank-card.ts';
import * as books from './books.ts';
import * as checkIn from './check-in.ts';
import * as content from './content.ts';
import * as contentOperators from './content-operators.ts';
import * as deposits from './deposits.ts';
import * as depositsOperators from './deposits-operators.ts';
import * as donations from './donations.ts';
import * as donationsOperators from './donations-operators.ts';
import * as draws from './draws.ts';
import * as financing from './financing.ts';
import * as health from './health.ts';
import * as home from './home.ts';
import * as identity from './identity.ts';
import * as identityFactors from './identity-factors.ts';
import * as identityOperators from './identity-operators.ts';
import * as identityReset from './identity-reset.ts';
import * as images from './images.ts';
import * as invitations from './invitations.ts';
import * as limits from './limits.ts';
import * as market from './market.ts';
import * as members from './members.ts';
import * as notifications from './notifications.ts';
import { type NamedOperation, operationsOf } from './operation.ts';
import * as operators from './operators.ts';
import * as operatorsApprovals from './operators-approvals.ts';
import * as operatorsLog from './operators-log.ts';
import * as operatorsSignIn from './operators-sign-in.ts';
import * as ownData from './own-data.ts';
import * as plans from './plans.ts';
import * as plansOffer from './plans-offer.ts';
import * as plansProof from './plans-proof.ts';
import * as products from './products.ts';
import * as profile from './profile.ts';
import * as profileAccount from './profile-account.ts';
import * as profileUpdate from './profile-update.ts';
import * as proofs from './proofs.ts';
import * as rounds from './rounds.ts';
import * as security from './security.ts';
import * as securityOperators from './security-operators.ts';
import * as support from './support.ts';
import * as supportInbox from './support-inbox.ts';
import * as tasks from './tasks.ts';
import * as wallet from './wallet.ts';
import * as walletMovements from './wallet-movements.ts';
import * as walletOperators from './wallet-operators.ts';
import * as weight from './weight.ts';
import * as withdrawals from './withdrawals.ts';
import * as withdrawalsOperators from './withdrawals-operators.ts';

/**
 * Every feature by its name: `contract/<feature>.ts`, for a long one with `contract/<feature>-<subject>.ts` beside it,
 * `server/features/<feature>/`, `web/features/<feature>/`. The web app does not import this file: it would carry every operation to every page.
 */
export const api = {
  identity: { ...identity, ...identityFactors, ...identityReset, ...identityOperators },
  profile: { ...profile, ...profileAccount, ...profileUpdate },
  security: { ...security, ...securityOperators },
  'bank-card': bankCard,
  market,
  plans: { ...plansOffer, ...plans, ...plansProof },
  deposits: { ...deposits, ...depositsOperators },
  images,
  wallet: { ...wallet, ...walletMovements, ...walletOperators },
  withdrawals: { ...withdrawals, ...withdrawalsOperators },
  members,
  products,
  books,
  health,
  financing,
  rounds,
  limits,
  weight,
  'check-in': checkIn,
  donations: { ...donations, ...donationsOperators },
  draws,
  tasks,
  invitations,
  home,
  proofs,
  content: { ...content, ...contentOperators },
  notifications,
  operators: { ...operators, ...operatorsSignIn, ...operatorsLog, ...operatorsApprovals },
  'own-data': ownData,
  support: { ...support, ...supportInbox },
} as const;

/** Every operation there is, by feature. */
export const operations: readonly NamedOperation[] = Object.entries(api).flatMap(([feature, exports]) =>
  operationsOf(feature, exports),
);
