import { type Usdt, usdt } from '#core/money/amount.ts';

/** The specification's fixed donors of the sample list: masked names and what they gave. */
export const sampleDonors: readonly { readonly name: string; readonly spice: Usdt }[] = [
  { name: 'ch***w2', spice: usdt(12_500_000n) },
  { name: 'al***90', spice: usdt(8_000_000n) },
  { name: 'yu***ko', spice: usdt(31_250_000n) },
  { name: 'ti***an', spice: usdt(5_400_000n) },
  { name: 'so***ra', spice: usdt(19_900_000n) },
  { name: 'le***m7', spice: usdt(2_300_000n) },
  { name: 'pa***it', spice: usdt(44_000_000n) },
  { name: 'xi***88', spice: usdt(15_750_000n) },
];

/** The specification's two fixed sample totals of the boosting page, as it writes them. */
export const sampleTotals = ['3.95280', '15.43036'] as const;
