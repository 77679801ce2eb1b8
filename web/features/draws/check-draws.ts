import type { Draw } from '#contract/draws.ts';
import { type PrizeTable, prizesText } from '#core/draws/prizes.ts';
import { type DrawTranscript, verifyDraws } from '#core/draws/verify.ts';
import type { FieldDifference } from '#core/fairness/transcript.ts';
import type { KeptDay } from './kept-draws.ts';

/** What came of recomputing a member's entries of a day. */
export interface DrawCheck {
  readonly differences: readonly FieldDifference[];
  /** Whether this phone kept anything of the day, so that the step could be held against it. */
  readonly wasKept: boolean;
}

/** What the page shows of the draw, whose it is, and what was published of its day. */
export interface ShownDraw {
  readonly username: string;
  readonly draw: Draw;
  readonly commitment: string;
  /** The prize table of its day. */
  readonly prizes: PrizeTable;
}

/**
 * Recomputes every entry of the transcript, and holds it against what the page has shown and this phone has kept: a genuine transcript of another
 * account, another day or fewer entries is no proof.
 */
export function checkDraws(transcript: DrawTranscript, shown: ShownDraw, kept: KeptDay | null): DrawCheck {
  const known = [...shownPairs(transcript, shown), ...(kept ? keptPairs(transcript, kept) : [])];
  return {
    differences: [
      ...known.flatMap(([field, claimed, computed]) => (claimed === computed ? [] : [{ field, claimed, computed }])),
      ...verifyDraws(transcript).differences,
    ],
    wasKept: kept !== null,
  };
}

type Pair = readonly [field: string, claimed: string, found: string];

const none = '—';

function shownPairs({ day, username, commitment, prizes, entries }: DrawTranscript, shown: ShownDraw): Pair[] {
  const { draw } = shown;
  const found = entries[draw.entry - 1];
  const at = `entries[${draw.entry - 1}]`;
  return [
    ['day', String(draw.day), String(day)],
    ['username', shown.username.toLowerCase(), username.toLowerCase()],
    ['commitment', shown.commitment, commitment],
    ['prizes', prizesText(shown.prizes), prizesText(prizes)],
    [`${at}.clientSeed`, draw.clientSeed, found?.clientSeed ?? none],
    [`${at}.number`, String(draw.number), String(found?.number ?? none)],
    [`${at}.prize`, draw.prize ?? none, found?.prize ?? none],
    [`${at}.amount`, String(draw.amount), String(found?.amount ?? none)],
  ];
}

function keptPairs({ commitment, prizes, entries }: DrawTranscript, kept: KeptDay): Pair[] {
  return [
    ['kept.commitment', kept.commitment, commitment],
    ...(kept.prizes === undefined ? [] : [['kept.prizes', kept.prizes, prizesText(prizes)] as const]),
    ...kept.entries.flatMap(({ entry, clientSeed, number }): Pair[] => {
      const found = entries[entry - 1];
      return [
        [`kept.entries[${entry - 1}].clientSeed`, clientSeed, found?.clientSeed ?? none],
        [`kept.entries[${entry - 1}].number`, String(number), String(found?.number ?? none)],
      ];
    }),
  ];
}
