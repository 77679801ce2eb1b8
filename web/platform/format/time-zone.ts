/** Undefined: the phone's own. */
type Zone = string | undefined;

const listeners = new Set<() => void>();
let zone: Zone;
let isNewHere = false;

/** The time zone that moments are told in: that of the member's profile, by which the server counts days as well. */
export const timeZoneStore = {
  zone: (): Zone => zone,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** A name that this phone does not know leaves the phone's own. */
  set(name: Zone): void {
    const next = name === undefined || isKnown(name) ? name : undefined;
    if (next === zone) return;
    zone = next;
    for (const listener of listeners) listener();
  },
  /** A new member's zone is the one of the phone that opened the account: the profile is told of it once. */
  greetNewMember(): void {
    isNewHere = true;
  },
  /** The phone's zone for the profile of who has just opened an account; null for everybody else, and the second time. */
  takeNewZone(): string | null {
    if (!isNewHere) return null;
    isNewHere = false;
    return phoneZone();
  },
};

export function phoneZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** How far the zone's clocks are ahead of UTC at a moment, in whole minutes. */
export function zoneOffsetMinutes(name: Zone, milliseconds: number): number {
  if (name === undefined) return -new Date(milliseconds).getTimezoneOffset();
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: name,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(milliseconds);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return Math.round((local - milliseconds) / 60_000);
}
