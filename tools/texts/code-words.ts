/**
 * The words of the code of the exact rules that stay as they are in every language: fields, calls, accounts, categories, variables,
 * functions, and what else a program reads or writes. All others are English, and are translated.
 */
export const names: ReadonlySet<string> = wordsOf(`
  ACCOUNT acts ACTS add ageMs AMOUNT andtype ANSWER api ASCII available b balance balances band beaconCoins beaconFrom beaconKind
  beaconPrefixInHex betting bins block blocks bls BLS12 BLS_SIG_BLS12381G1_XMD blue c C candleMinutes candleMs candlesHash CATEGORY ceil
  CHAIN chains charity claimed clearlot clientSeed clockSpeed closedAt closesAt closing COIN commitment count COUNT create_time d DAY
  dayPrices DDTHH DECIMALS detail deviations DIGEST direction distance distribution drand drawCommitment drawn draws drawSeed drawslist e
  e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 earned Ed25519 elsewhere ELSEWHERE endedAt engine entry even
  expectedValue extremeBig extremeSmall factor factors fairness far fast fastCandles fee feeMean feeOnce feeRate feeRateBelow fees FILE
  financing firstCandleInHex firstDay firstRowInHex firstSeed floor fourth FROM G1 g1 G2 gain GET GONE green h halves HASH head hidden high
  histogram historyDays historyFrom historyTo hmac HMAC hmacBytes holding house i ID id identity IEEE income index info instrument
  instruments isBreak isLate ISO isOpen isPaid json JSON k K KEY label lastPriceAt lastSeed lateDigits lateResult leg LEVEL leverage
  LEVERAGE leverageMost live log log2 lookback losing losing_gross low M MARKET marketHash max maximumLoss maximumLossMost maximumProfit
  maximumProfitMost median Member0001 members message min MINUTES missed mix MM mmmZ mod N n NAME near noise num older opening opensAt
  openTime operator ORDER orderRoot origin otherwise p paid paths payments percentile PLAN plans POINTS position previous PROOF proofs
  publicKey PUBLISHED publishedAt py python3 q quicknet QUOTE r rail rate_max rate_min reason recent recordedDays recordedFrom recordedTo
  red resultAt reveal reveals reversion RFC rfc9380 role root ROOT roots ROUND ROUND_OF_DRAND roundsMost running salt samples scale
  settledAt SHA shareEarned shareFlat shareLost shortfall sibling siblings slow slowCandles small source sponsorPoints squares SS stake
  STAKE staked stakes stale staleCoins startsAt startsMin state STATUS stop subject t T takerFeePercent terms through TIME tip TIP total trend
  triple true trunc u unchained unchecked unlisted url username UTC UTF v v1 v3 value variance verify_json verify_plan verify_quote
  verify_replay verify_round verify_tree viplist voidAt voided volume w winners winning withdrawing worked x xor y YYYY z
`);

/** Those that are names in some lines and plain English in others. */
export const sometimesNames: ReadonlySet<string> = wordsOf(`
  a account act after amount and answer assistance at beacon before begin best big came candles categories category chain close closed coin
  coins completed counts day days deadline decimals digest digits else empty end endian entries exchange expected first flat for from hash
  hours if in installation interval is key kind last leaf leaves left level levels little long lost market mean member midnight minutes
  multiple name neighbours next node not now null number numbers odd open or order orders pairs parts path place plan played plays points
  price prize prizes promotion proof published quote recorded recording replay rest result results return revealed right round rounds row
  rows s second seed short signature since start statements status strategy sum sums taker text third to transcript until USDT version void worst
`);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
