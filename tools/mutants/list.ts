import { accountMoments, deskMoments, measuredOutages } from './lists/accounts-and-desks.ts';
import { answersAndBounds } from './lists/answers-and-bounds.ts';
import { aroundMarket, aroundPlatform, aroundTools } from './lists/around-the-features.ts';
import { books } from './lists/books.ts';
import { chainParts } from './lists/chain-parts.ts';
import { changedMeanwhile } from './lists/changed-meanwhile.ts';
import { consoleDesk } from './lists/console.ts';
import { contractAndRows } from './lists/contract.ts';
import { coreBounds } from './lists/core-bounds.ts';
import { coreFairness } from './lists/core-fairness.ts';
import { coreMarket } from './lists/core-market.ts';
import { coreMoney } from './lists/core-money.ts';
import { corePlans } from './lists/core-plans.ts';
import { coreSums } from './lists/core-sums.ts';
import { database } from './lists/database.ts';
import { databaseDecisions } from './lists/database-decisions.ts';
import { databaseMore, ledgerMore } from './lists/database-more.ts';
import { databaseRows } from './lists/database-rows.ts';
import { daysAndChanges } from './lists/days-and-changes.ts';
import { deposits } from './lists/deposits.ts';
import { describedContract } from './lists/described-contract.ts';
import { draws } from './lists/draws.ts';
import { exchangedTexts } from './lists/exchanged-texts.ts';
import { factors } from './lists/factors.ts';
import { financing } from './lists/financing.ts';
import { gateways } from './lists/gateways.ts';
import { giving } from './lists/giving.ts';
import { guards } from './lists/guards.ts';
import { actGuards } from './lists/guards-acts.ts';
import { bookGuards } from './lists/guards-books.ts';
import { historyGuards } from './lists/guards-history.ts';
import { moreGuards } from './lists/guards-more.ts';
import { rowGuards } from './lists/guards-rows.ts';
import { home } from './lists/home.ts';
import { http } from './lists/http.ts';
import { httpConnections } from './lists/http-connections.ts';
import { httpContent } from './lists/http-content.ts';
import { waysIn } from './lists/identity.ts';
import { images } from './lists/images.ts';
import { invitations } from './lists/invitations.ts';
import { keptSchema } from './lists/kept-schema.ts';
import { ledger } from './lists/ledger.ts';
import { ledgerOutages } from './lists/ledger-outages.ts';
import { ledgerReaders } from './lists/ledger-readers.ts';
import { checkIn, limits } from './lists/limits.ts';
import { listsAndPages } from './lists/lists-and-pages.ts';
import { market } from './lists/market.ts';
import { coreMore, marketMore } from './lists/market-more.ts';
import { profile } from './lists/members.ts';
import { membersMore } from './lists/members-more.ts';
import { firstMigrations } from './lists/migrations.ts';
import { moneyEdges } from './lists/money-edges.ts';
import { moneyEvents } from './lists/money-events.ts';
import { moneyInAndOut } from './lists/money-in-and-out.ts';
import { moneyPaths } from './lists/money-paths.ts';
import { notifications } from './lists/notifications.ts';
import { operators } from './lists/operators.ts';
import { operatorsAndMembers } from './lists/operators-and-members.ts';
import { outlinedScreens } from './lists/outlined-screens.ts';
import { ownDataAndDeletion } from './lists/own-data.ts';
import {
  captchaAndLocks,
  causeIds,
  chainedMembers,
  describedFields,
  firstApprovals,
  orderPages,
  packedDays,
  pagesInBulk,
  reportTimes,
  runningCandles,
  shownFields,
} from './lists/pages-and-leases.ts';
import { phoneBalances } from './lists/phone-balances.ts';
import { phoneKept } from './lists/phone-kept.ts';
import { phonePlans } from './lists/phone-plans.ts';
import { phonePlatform } from './lists/phone-platform.ts';
import { phoneProofs } from './lists/phone-proofs.ts';
import { phoneRules } from './lists/phone-rules.ts';
import { pinsAndHandles } from './lists/pins-and-handles.ts';
import { planGroups } from './lists/plan-groups.ts';
import { plans } from './lists/plans.ts';
import { morePlans } from './lists/plans-more.ts';
import { platform } from './lists/platform.ts';
import { platformMore } from './lists/platform-more.ts';
import { platformParts } from './lists/platform-parts.ts';
import { points } from './lists/points.ts';
import { accountPresses } from './lists/presses-account.ts';
import { communityPresses } from './lists/presses-community.ts';
import { moneyPresses } from './lists/presses-money.ts';
import { operatorPresses } from './lists/presses-operator.ts';
import { products } from './lists/products.ts';
import { proofs } from './lists/proofs.ts';
import { lostFactors } from './lists/recoveries.ts';
import { refusedRows } from './lists/refused-rows.ts';
import { listedTexts, pushedMessages, rightsAndLanguages, serverStarts } from './lists/rights-and-pushes.ts';
import { roundProofs } from './lists/round-proofs.ts';
import { rounds } from './lists/rounds.ts';
import { roundsAndDays } from './lists/rounds-and-days.ts';
import { moneyScreens } from './lists/screens.ts';
import { screensInTime } from './lists/screens-in-time.ts';
import { balanceScreens } from './lists/screens-more.ts';
import { pageScreens } from './lists/screens-pages.ts';
import { screenParts } from './lists/screens-parts.ts';
import { planScreens } from './lists/screens-plans.ts';
import { screensReadAgain } from './lists/screens-read-again.ts';
import { protections } from './lists/security.ts';
import { seedsAndServers } from './lists/seeds-and-servers.ts';
import { accountsEdges, deskEdges } from './lists/server-edges.ts';
import { contentEdges, platformEdges, toolsEdges } from './lists/server-edges-more.ts';
import { spokenParts } from './lists/spoken-parts.ts';
import { starting } from './lists/starting.ts';
import { support } from './lists/support.ts';
import { chatReads, conversationEdges, deskReads, deviceOrder, startMoments } from './lists/support-and-desk-reads.ts';
import { supportOutbox } from './lists/support-outbox.ts';
import { tasks } from './lists/tasks.ts';
import { textsAndSigns } from './lists/texts-and-signs.ts';
import { textsAndWire } from './lists/texts-and-wire.ts';
import { tools } from './lists/tools.ts';
import { versionsAndFailovers } from './lists/versions-and-failovers.ts';
import { wallet } from './lists/wallet.ts';
import { fieldBounds, textEdits, treeHours, waysInAndOut } from './lists/ways-in-and-texts.ts';
import { web } from './lists/web.ts';
import { webFeatures } from './lists/web-features.ts';
import { webMore } from './lists/web-more.ts';
import { wires } from './lists/wires.ts';
import { pageWires, settingWires, toolWires } from './lists/wires-more.ts';
import { serverWires } from './lists/wires-of-parts.ts';
import { screenWires } from './lists/wires-of-screens.ts';
import { withdrawals } from './lists/withdrawals.ts';
import { moreWithdrawals } from './lists/withdrawals-more.ts';
import { type Mutant, mutantsOf } from './mutant.ts';

/** Every bug that `npm run mutants` plants. */
export const mutants: readonly Mutant[] = [
  mutantsOf('core', [
    ...coreMoney,
    ...coreMarket,
    ...corePlans,
    ...coreFairness,
    ...coreBounds,
    ...contractAndRows,
    ...coreMore,
    ...coreSums,
    ...fieldBounds,
    ...rightsAndLanguages,
    ...answersAndBounds,
    ...describedContract,
  ]),
  mutantsOf('ledger', [...ledger, ...ledgerReaders, ...ledgerMore, ...ledgerOutages, ...pagesInBulk]),
  mutantsOf('database', [
    ...firstMigrations,
    ...database,
    ...databaseMore,
    ...serverStarts,
    ...guards,
    ...bookGuards,
    ...rowGuards,
    ...moreGuards,
    ...actGuards,
    ...historyGuards,
    ...refusedRows,
    ...databaseRows,
    ...databaseDecisions,
    ...causeIds,
    ...keptSchema,
  ]),
  mutantsOf('plans', [...plans, ...planGroups, ...morePlans]),
  mutantsOf('books', books),
  mutantsOf('financing', financing),
  mutantsOf('giving', giving),
  mutantsOf('limits', limits),
  mutantsOf('check-in', checkIn),
  mutantsOf('wallet', wallet),
  mutantsOf('members', profile),
  mutantsOf('images', images),
  mutantsOf('proofs', [...proofs, ...treeHours]),
  mutantsOf('home', [...home, ...measuredOutages]),
  mutantsOf('market', [...market, ...marketMore, ...gateways, ...chainParts, ...aroundMarket, ...runningCandles]),
  mutantsOf('platform', [
    ...platform,
    ...platformMore,
    ...platformEdges,
    ...platformParts,
    ...aroundPlatform,
    ...seedsAndServers,
    ...wires,
    ...settingWires,
    ...serverWires,
  ]),
  mutantsOf('invitations', invitations),
  mutantsOf('draws', draws),
  mutantsOf('deposits', deposits),
  mutantsOf('withdrawals', [...withdrawals, ...moreWithdrawals, ...firstApprovals]),
  mutantsOf('accounts', [
    ...waysIn,
    ...factors,
    ...protections,
    ...lostFactors,
    ...accountsEdges,
    ...membersMore,
    ...waysInAndOut,
    ...accountMoments,
    ...captchaAndLocks,
  ]),
  mutantsOf('operators', [
    ...operators,
    ...operatorsAndMembers,
    ...products,
    ...deskEdges,
    ...deskReads,
    ...deskMoments,
    ...chainedMembers,
  ]),
  mutantsOf('rounds', [...rounds, ...roundProofs, ...roundsAndDays, ...orderPages]),
  mutantsOf('money', [
    ...moneyEdges,
    ...moneyPaths,
    ...moneyInAndOut,
    ...daysAndChanges,
    ...versionsAndFailovers,
    ...changedMeanwhile,
    ...moneyEvents,
  ]),
  mutantsOf('notifications', [...notifications, ...deviceOrder, ...pushedMessages]),
  mutantsOf('tasks', [...tasks, ...reportTimes]),
  mutantsOf('points', points),
  mutantsOf('support', [...support, ...supportOutbox, ...ownDataAndDeletion, ...chatReads, ...pinsAndHandles]),
  mutantsOf('http', [
    ...http,
    ...httpConnections,
    ...httpContent,
    ...contentEdges,
    ...textsAndWire,
    ...textEdits,
    ...listedTexts,
    ...listsAndPages,
    ...describedFields,
  ]),
  mutantsOf('phone', [...phonePlans, ...phoneProofs, ...phoneBalances, ...phoneKept, ...phonePlatform]),
  mutantsOf('screens', [
    ...moneyScreens,
    ...balanceScreens,
    ...planScreens,
    ...screenParts,
    ...screensReadAgain,
    ...pageScreens,
    ...accountPresses,
    ...spokenParts,
    ...exchangedTexts,
    ...shownFields,
    ...outlinedScreens,
  ]),
  mutantsOf('presses', [...moneyPresses, ...communityPresses]),
  mutantsOf('web', [
    ...web,
    ...webFeatures,
    ...webMore,
    ...operatorPresses,
    ...consoleDesk,
    ...textsAndSigns,
    ...starting,
    ...startMoments,
    ...conversationEdges,
    ...phoneRules,
    ...screensInTime,
    ...pageWires,
    ...screenWires,
  ]),
  mutantsOf('tools', [...tools, ...toolsEdges, ...aroundTools, ...packedDays, ...toolWires]),
].flat();
