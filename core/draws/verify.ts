import { hexToBytes } from '@noble/hashes/utils.js';
import { drawCommitmentOf } from '#core/fairness/day-seeds.ts';
import { type Compare, differencesList, type FieldDifference } from '#core/fairness/transcript.ts';
import { noUsdt, type Usdt } from '#core/money/amount.ts';
import { drawerOf, isClientSeed } from './draw.ts';
import { type Prize, type PrizeTable, prizeFor, prizesText, soundTable } from './prizes.ts';

/** One drawn entry, as published. */
export interface PublishedEntry {
  /** From 1, without gaps. */
  readonly entry: number;
  readonly clientSeed: string;
  readonly number: number;
  /** Null where it won nothing. */
  readonly prize: Prize['id'] | null;
  /** Micro-USDT. */
  readonly amount: Usdt;
}

/** All entries of a member on one day (UTC), with the day’s seed once it is revealed. Hashes in lower-case hex. */
export interface DrawTranscript {
  readonly version: 1;
  /** Days from 1970 UTC. */
  readonly day: number;
  /** Published before the day: `drawCommitmentOf` the seed. */
  readonly commitment: string;
  readonly seed: string;
  readonly username: string;
  /** The prize table of the day, published before its first entry was drawn. */
  readonly prizes: PrizeTable;
  readonly entries: readonly PublishedEntry[];
}

/** The result of recomputing a member’s draws. */
export interface DrawVerdict {
  readonly matches: boolean;
  readonly differences: readonly FieldDifference[];
}

/**
 * Recomputes every entry by the table that the transcript names, and returns each field that differs, by its path. Whether that table was the day’s,
 * only what was published before can show. Never throws for a bad transcript.
 */
export function verifyDraws({ version, commitment, seed, username, prizes, entries }: DrawTranscript): DrawVerdict {
  const { differences, compare } = differencesList();
  compare('version', version, 1);
  const table = soundTable(prizes);
  compare('prizes', prizesText(prizes), table ? prizesText(table) : 'four prizes side by side');
  if (!/^[0-9a-f]{64}$/.test(seed)) {
    compare('seed', seed, '32 bytes in hex');
    return { matches: false, differences };
  }
  compare('seed', commitment, drawCommitmentOf(hexToBytes(seed)));
  const numberOf = drawerOf(hexToBytes(seed));
  for (let place = 0; place < entries.length; place++) {
    const claimed = entries[place] as PublishedEntry;
    const number = isClientSeed(claimed.clientSeed)
      ? numberOf({ username, clientSeed: claimed.clientSeed, entry: place + 1 })
      : null;
    compareEntry(claimed, place, { number, table: table ?? prizes }, compare);
  }
  return { matches: differences.length === 0, differences };
}

interface Drawn {
  /** Null for a malformed client seed. */
  readonly number: number | null;
  readonly table: PrizeTable;
}

function compareEntry(claimed: PublishedEntry, place: number, { number: drawn, table }: Drawn, compare: Compare): void {
  const { entry, clientSeed, number, prize, amount } = claimed;
  const at = `entries[${place}]`;
  compare(`${at}.entry`, entry, place + 1);
  if (drawn === null) {
    compare(`${at}.clientSeed`, clientSeed, '16 bytes in hex');
    return;
  }
  const won = prizeFor(drawn, table);
  compare(`${at}.number`, number, drawn);
  compare(`${at}.prize`, prize, won?.id ?? null);
  compare(`${at}.amount`, amount, won?.amount ?? noUsdt);
}
