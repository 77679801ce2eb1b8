import { createListeners } from '../listeners.ts';

/** Undefined: the phone's zone. */
type Zone = string | undefined;

const listeners = createListeners();
let zone: Zone;
let hasRegistered = false;

/** The zone that times are shown in: the one of the member's profile, which the server counts days by. */
export const timeZoneStore = {
  zone: (): Zone => zone,
  subscribe: listeners.subscribe,
  /** An unknown zone name falls back to the phone's zone. */
  set(name: Zone): void {
    const next = name === undefined || isKnown(name) ? name : undefined;
    if (next === zone) return;
    zone = next;
    listeners.notify();
  },
  /** After a registration: the profile takes over this phone's zone, once. */
  markRegistered(): void {
    hasRegistered = true;
  },
  /** The phone's zone if an account was just registered here and this was not read before; null otherwise. */
  takeRegistrationZone(): string | null {
    if (!hasRegistered) return null;
    hasRegistered = false;
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

/** The zone's offset from UTC at a moment, in whole minutes. */
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
