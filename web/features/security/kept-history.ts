import { get, update } from 'idb-keyval';
import * as z from 'zod/mini';
import { pageSize } from '#contract/fields.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { listSecurityActs } from '#contract/security.ts';
import { deviceDatabase, keptByName } from '#web/platform/session/device-database.ts';
import { type HeldFigure, heldFigures, type SeenAct } from './held-values.ts';

const seenAct = z.object({ id: z.string(), act: z.string(), detail: z.string(), at: z.number() });

const keptHistory = z.object({
  /** When this phone began to keep them, in ms. */
  since: z.number(),
  /** When it held all values against them last, in ms. */
  checkedAt: z.number(),
  /** Newest first. */
  acts: z.array(seenAct),
  /** What stood when all was right, by figure. */
  values: z.partialRecord(z.enum(heldFigures), z.string()),
});

/** What this phone keeps of a member's security history, and of the values that it explains. */
export type KeptHistory = z.output<typeof keptHistory>;

/** More than a member does in years. */
const keptMax = 2_000;

const store = () => deviceDatabase(...keptByName.history);

/** The copy of one member on this phone; it outlives sign-out. Undefined where there is none, null where the browser keeps nothing. */
export async function readKeptHistory(username: string): Promise<KeptHistory | undefined | null> {
  try {
    return z.safeParse(keptHistory, await get(username, store())).data;
  } catch {
    return null;
  }
}

/** Keeps what was seen beside what another tab has kept meanwhile; an entry that is kept is never replaced. False where the browser keeps nothing. */
export async function keepHistory(
  username: string,
  acts: readonly SeenAct[],
  values: Partial<Record<HeldFigure, string>>,
  isWhole: boolean,
): Promise<boolean> {
  const merge = (stored: unknown): KeptHistory => {
    const before = z.safeParse(keptHistory, stored).data ?? { since: Date.now(), checkedAt: 0, acts: [], values: {} };
    return {
      ...before,
      checkedAt: isWhole ? Date.now() : before.checkedAt,
      acts: merged(before.acts, acts).slice(0, keptMax),
      values: { ...before.values, ...values },
    };
  };
  return update(username, merge, store()).then(
    () => true,
    () => false,
  );
}

/** Both, each once, newest first; of two of one id the first list's. */
export function merged(kept: readonly SeenAct[], listed: readonly SeenAct[]): SeenAct[] {
  const known = new Set(kept.map(({ id }) => id));
  const fresh = listed.filter(({ id }) => !known.has(id)).map(({ id, act, detail, at }) => ({ id, act, detail, at }));
  return [...fresh, ...kept].sort((one, other) => (one.id < other.id ? 1 : -1));
}

type Page = OutputOf<typeof listSecurityActs>;

export interface ListedHistory {
  readonly acts: Page;
  /** Whether the list goes back to the first entry. */
  readonly isComplete: boolean;
}

/** The history back to what this phone has seen, or all of it. */
export async function readListed(
  read: (before: string | undefined) => Promise<Page>,
  kept: readonly SeenAct[],
): Promise<ListedHistory> {
  const known = new Set(kept.map(({ id }) => id));
  const acts: Page = [];
  while (acts.length < keptMax) {
    const page = await read(acts.at(-1)?.id);
    acts.push(...page);
    if (page.length < pageSize) return { acts, isComplete: true };
    if (page.some(({ id }) => known.has(id))) break;
  }
  return { acts, isComplete: false };
}

/** An entry that this phone has seen and that is gone, or is another one now. */
export interface ActFault {
  readonly kind: 'missing' | 'changed';
  readonly act: SeenAct;
}

export function actFaults({ acts, isComplete }: ListedHistory, kept: readonly SeenAct[]): ActFault[] {
  const listed = new Map(acts.map((act) => [act.id, act]));
  const oldest = isComplete ? '' : (acts.at(-1)?.id ?? '');
  return kept.flatMap((act): ActFault[] => {
    const now = listed.get(act.id);
    if (!now) return act.id > oldest ? [{ kind: 'missing', act }] : [];
    const isSame = now.act === act.act && now.detail === act.detail && now.at === act.at;
    return isSame ? [] : [{ kind: 'changed', act }];
  });
}
