import { expect, test } from 'vitest';
import { dayMs } from '#core/time/lengths.ts';
import { disbursementApprovals, disbursementLapsesMs } from './donations/disbursements.ts';
import { drawNumbers, prizesFunding } from './draws/prizes.ts';
import { beaconCoinsMax } from './fairness/beacon-coins.ts';
import { yieldFunding } from './financing/products.ts';
import { shardCount } from './ledger/accounts.ts';
import { fundingApprovals, fundingLapsesMs, fundingMax } from './ledger/funding.ts';
import { amountMax, keyLengthMax, postingsMax, referenceLengthMax } from './ledger/transfer.ts';
import {
  cardsOfDayMax,
  dayLimitMs,
  depositedOfDayMax,
  depositsOfDayMax,
  depositsOpenMax,
  followsRunningMax,
  holdingsRunningMax,
  ordersOfRoundMax,
  plansRunningMax,
  winningsReservedMax,
} from './limits/business-limits.ts';
import { looseningMs } from './limits/loss-limits.ts';
import { basketBase } from './market/basket.ts';
import { coinIconBytesMax } from './market/coin-icon.ts';
import { pathSteps } from './market/price-path.ts';
import { priceTicksMin } from './market/recording-fault.ts';
import { factorMax } from './market/replay.ts';
import { tickDecimalsMax } from './market/ticks.ts';
import { integerDigitsMax } from './money/amount.ts';
import { candleRowBytes } from './plans/candle-hash.ts';
import { histogramBins, samplesMin } from './plans/distribution.ts';
import { leverageLimit, roundsMax } from './plans/level-rules.ts';
import { voidAfterMs } from './plans/void.ts';
import {
  bandMost,
  dailyRateMost,
  offerLeast,
  offerMost,
  productApprovals,
  productLapsesMs,
} from './products/offers.ts';
import { rootPagesMax } from './proofs/root-pages.ts';
import { chainDaysMax, seedBytes } from './proofs/seed-chain.ts';
import { bonusDays, readingSecondsMax, readingSecondsMin } from './rewards/tasks.ts';
import { outcomeCount } from './rounds/categories.ts';
import { followRoundsMax, followRoundsMin } from './rounds/follow.ts';
import { charityParts, roundsFunding, stakeMax, stakeMin } from './rounds/payout.ts';
import { bettingMs, roundMs, roundsPerDay, voidMs } from './rounds/schedule.ts';
import { activationPoints } from './weight/rules.ts';
import {
  approvalAbove,
  approvalAboveCount,
  approvalAboveDestinations,
  approvalSpanMs,
  approvalsNeededAbove,
  cardReplacementMs,
  reviewMs,
  withdrawalPasswordResetMs,
} from './withdrawals/rules.ts';

test('the bounds and waits are those that the rules publish, and that the database holds too', () => {
  expect({
    ...{ disbursementApprovals, disbursementLapsesMs },
    ...{ drawNumbers, prizesFunding },
    ...{ beaconCoinsMax },
    ...{ seedBytes, chainDaysMax },
    ...{ dayMs },
    ...{ yieldFunding },
    ...{ shardCount },
    ...{ fundingMax, fundingApprovals, fundingLapsesMs },
    ...{ keyLengthMax, referenceLengthMax, postingsMax, amountMax },
    ...{
      dayLimitMs,
      depositsOfDayMax,
      depositedOfDayMax,
      depositsOpenMax,
      plansRunningMax,
      holdingsRunningMax,
      ordersOfRoundMax,
      followsRunningMax,
      winningsReservedMax,
      cardsOfDayMax,
    },
    ...{ looseningMs },
    ...{ basketBase },
    ...{ coinIconBytesMax },
    ...{ pathSteps },
    ...{ priceTicksMin },
    ...{ factorMax },
    ...{ tickDecimalsMax },
    ...{ integerDigitsMax },
    ...{ candleRowBytes },
    ...{ histogramBins, samplesMin },
    ...{ roundsMax, leverageLimit },
    ...{ voidAfterMs },
    ...{ productApprovals, productLapsesMs, offerLeast, offerMost, dailyRateMost, bandMost },
    ...{ rootPagesMax },
    ...{ bonusDays, readingSecondsMin, readingSecondsMax },
    ...{ outcomeCount },
    ...{ followRoundsMin, followRoundsMax },
    ...{ stakeMin, stakeMax, roundsFunding, charityParts },
    ...{ roundMs, bettingMs, voidMs, roundsPerDay },
    ...{ activationPoints },
    ...{
      approvalSpanMs,
      approvalAbove,
      approvalAboveCount,
      approvalAboveDestinations,
      approvalsNeededAbove,
      reviewMs,
      cardReplacementMs,
      withdrawalPasswordResetMs,
    },
  }).toEqual({
    ...{ disbursementApprovals: 2, disbursementLapsesMs: 86_400_000 },
    ...{ drawNumbers: 1_000_000, prizesFunding: 100_000_000_000n },
    ...{ beaconCoinsMax: 100 },
    ...{ seedBytes: 32, chainDaysMax: 36_525 },
    ...{ dayMs: 86_400_000 },
    ...{ yieldFunding: 100_000_000_000n },
    ...{ shardCount: 8 },
    ...{ fundingMax: 1_000_000_000_000_000n, fundingApprovals: 2, fundingLapsesMs: 86_400_000 },
    ...{ keyLengthMax: 160, referenceLengthMax: 160, postingsMax: 32, amountMax: 1_000_000_000_000_000_000n },
    ...{
      dayLimitMs: 86_400_000,
      depositsOfDayMax: 100,
      depositedOfDayMax: 1_000_000_000_000n,
      depositsOpenMax: 50,
      plansRunningMax: 500,
      holdingsRunningMax: 100,
      ordersOfRoundMax: 200,
      followsRunningMax: 20,
      winningsReservedMax: 5_000_000_000_000n,
      cardsOfDayMax: 10,
    },
    ...{ looseningMs: 86_400_000 },
    ...{ basketBase: 100 },
    ...{ coinIconBytesMax: 16_384 },
    ...{ pathSteps: 60 },
    ...{ priceTicksMin: 1_000 },
    ...{ factorMax: 2 },
    ...{ tickDecimalsMax: 18 },
    ...{ integerDigitsMax: 12 },
    ...{ candleRowBytes: 48 },
    ...{ histogramBins: 24, samplesMin: 30 },
    ...{ roundsMax: 288, leverageLimit: 125 },
    ...{ voidAfterMs: 604_800_000 },
    ...{
      productApprovals: 2,
      productLapsesMs: 86_400_000,
      offerLeast: 1_000_000n,
      offerMost: 1_000_000_000_000n,
      dailyRateMost: 1_000,
      bandMost: 1_000_000,
    },
    ...{ rootPagesMax: 200 },
    ...{ bonusDays: 360, readingSecondsMin: 8, readingSecondsMax: 30 },
    ...{ outcomeCount: 1_000 },
    ...{ followRoundsMin: 2, followRoundsMax: 288 },
    ...{ stakeMin: 1_000_000n, stakeMax: 10_000_000_000n, roundsFunding: 100_000_000_000_000n, charityParts: 10_000n },
    ...{ roundMs: 300_000, bettingMs: 240_000, voidMs: 540_000, roundsPerDay: 288 },
    ...{ activationPoints: 100 },
    ...{
      approvalSpanMs: 86_400_000,
      approvalAbove: 10_000_000_000n,
      approvalAboveCount: 20,
      approvalAboveDestinations: 5,
      approvalsNeededAbove: 2,
      reviewMs: 600_000,
      cardReplacementMs: 86_400_000,
      withdrawalPasswordResetMs: 86_400_000,
    },
  });
});
