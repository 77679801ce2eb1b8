import type { Limits } from '#contract/limits.ts';
import type { NotificationSettings } from '#contract/notifications.ts';
import type { AccountInfo } from '#contract/profile-account.ts';
import type { SecurityAct } from '#contract/security-acts.ts';
import { excludedUntil } from '#core/limits/exclusion.ts';
import { type LimitPeriod, limitAt } from '#core/limits/loss-limits.ts';
import { exclusionText, limitText, readExclusionText, readLimitText } from '#core/limits/protection-texts.ts';

/** An entry of the security history as this phone has seen it. */
export interface SeenAct {
  readonly id: string;
  readonly act: string;
  readonly detail: string;
  readonly at: number;
}

/** What has to follow from the security history. */
export const heldFigures = ['day', 'week', 'exclusion', 'realName', 'pushDevices'] as const;

export type HeldFigure = (typeof heldFigures)[number];

/** What the server says now. */
export interface HeldValues {
  readonly limits?: Pick<Limits, 'exclusion' | 'now'> & {
    readonly lossLimits: readonly Pick<Limits['lossLimits'][number], 'period' | 'amount' | 'next'>[];
  };
  readonly account?: Pick<AccountInfo, 'realname'>;
  readonly settings?: { readonly devices: readonly Pick<NotificationSettings['devices'][number], 'id'>[] };
}

/** A value that does not follow from the history: what the history, or this phone, says should stand. */
export interface ValueFault {
  readonly kind: 'value';
  readonly figure: HeldFigure;
  readonly expected: string;
  readonly now: string;
}

export interface HeldCheck {
  readonly faults: readonly ValueFault[];
  /** What stands, where it is right, to be kept. */
  readonly standing: Partial<Record<HeldFigure, string>>;
  /** Whether neither the history nor this phone says what some value should be. */
  readonly isFirst: boolean;
}

const limitActs: readonly SecurityAct[] = ['lossLimitSet', 'lossLimitLoosened', 'lossLimitKept'];
/** The acts that say an exclusion. */
export const exclusionActs: readonly SecurityAct[] = ['selfExcluded', 'exclusionLifted', 'exclusionKept'];

/** What a figure is now, and what the newest entry about it, else this phone, says it should be; null where neither does. */
interface Compared {
  readonly figure: HeldFigure;
  readonly now: string;
  readonly expected: string | null;
}

/**
 * Holds values against the entries, newest first, and where these say nothing against what this phone has kept: values that were set before
 * the history said them have no entry.
 */
export function checkHeld(
  { limits, account, settings }: HeldValues,
  acts: readonly SeenAct[],
  kept: Partial<Record<HeldFigure, string>>,
): HeldCheck {
  const compared: Compared[] = [
    ...(limits ? protections(limits, acts, kept) : []),
    ...(account
      ? [
          {
            figure: 'realName',
            now: account.realname,
            expected: newest(acts, ['realNameChanged', 'cardBound'], nameIn) ?? kept.realName ?? null,
          } as const,
        ]
      : []),
    ...(settings ? [pushDevices(settings, acts, kept)] : []),
  ];
  return {
    faults: compared.flatMap(({ figure, now, expected }) =>
      expected === null || expected === now ? [] : [{ kind: 'value', figure, expected, now }],
    ),
    standing: Object.fromEntries(
      compared.filter(({ now, expected }) => (expected ?? now) === now).map(({ figure, now }) => [figure, now]),
    ),
    isFirst: compared.some(({ expected }) => expected === null),
  };
}

/** Each as it counts now: what waited may have begun, an exclusion may have ended. */
function protections(
  { lossLimits, exclusion, now }: NonNullable<HeldValues['limits']>,
  acts: readonly SeenAct[],
  kept: Partial<Record<HeldFigure, string>>,
): Compared[] {
  const limitNow = (period: LimitPeriod, text: string | undefined): string | null => {
    const read = text === undefined ? null : readLimitText(text);
    return read?.period === period ? limitText(period, limitAt(read.limit, now)) : null;
  };
  const exclusionNow = (text: string | undefined): string | null => {
    const read = text === undefined ? null : readExclusionText(text);
    if (read === null) return null;
    return excludedUntil({ beganAt: 0, ...read }, now) === null ? '' : exclusionText(read);
  };
  return [
    ...lossLimits.map(({ period, amount, next }) => ({
      figure: period,
      now: limitText(period, { amount, next }),
      expected: newest(acts, limitActs, (detail) => limitNow(period, detail)) ?? limitNow(period, kept[period]),
    })),
    {
      figure: 'exclusion',
      now: exclusion === null ? '' : exclusionText(exclusion),
      // An entry without a text, of before entries said it, says nothing; what this phone kept of none is empty.
      expected:
        newest(acts, exclusionActs, exclusionNow) ?? (kept.exclusion === '' ? '' : exclusionNow(kept.exclusion)),
    },
  ];
}

/** Devices end by themselves, so that some may be missing: none may be there that nothing added. */
function pushDevices(
  { devices }: NonNullable<HeldValues['settings']>,
  acts: readonly SeenAct[],
  { pushDevices: before }: Partial<Record<HeldFigure, string>>,
): Compared {
  const known = new Set(acts.filter(({ act }) => act === 'pushDeviceAdded').map(({ detail }) => detail));
  for (const id of before?.split(' ') ?? []) known.add(id);
  const ids = devices.map(({ id }) => id).sort();
  const added = ids.filter((id) => known.has(id)).join(' ');
  const now = ids.join(' ');
  // Those that were there before this phone's first look have no entry where they were added before entries said it.
  return { figure: 'pushDevices', now, expected: before === undefined && added !== now ? null : added };
}

/** The real name that an entry gave: the first card gives one where none was, after its number. */
function nameIn(detail: string, act: string): string | null {
  return act === 'realNameChanged' ? detail : (/^[^,]*, (.*)$/s.exec(detail)?.[1] ?? null);
}

/** The value of the newest of these entries that says one. */
function newest<Value>(
  acts: readonly SeenAct[],
  names: readonly SecurityAct[],
  read: (detail: string, act: string) => Value | null,
): Value | null {
  for (const { act, detail } of acts) {
    const value = names.some((name) => name === act) ? read(detail, act) : null;
    if (value !== null) return value;
  }
  return null;
}
