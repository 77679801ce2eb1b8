import { useEffect } from 'react';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { useGetAccountInfo, useUpdateProfile } from './queries.ts';

/** Applies the profile's time zone. A new account's profile takes over the phone's. */
export function MemberZone(): null {
  const zone = useGetAccountInfo().data?.timezone;
  const { mutate } = useUpdateProfile();
  useEffect(() => {
    const phone = timeZoneStore.takeRegistrationZone();
    if (phone !== null) mutate({ timezone: phone });
  }, [mutate]);
  useEffect(() => timeZoneStore.set(zone), [zone]);
  useEffect(() => () => timeZoneStore.set(undefined), []);
  return null;
}
