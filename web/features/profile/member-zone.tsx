import { useEffect } from 'react';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { useGetAccountInfo, useUpdateProfile } from './queries.ts';

/** Tells moments in the time zone of the member's profile, which is that of the phone the account was opened on until it is changed. */
export function MemberZone(): null {
  const zone = useGetAccountInfo().data?.timezone;
  const { mutate } = useUpdateProfile();
  useEffect(() => {
    const phone = timeZoneStore.takeNewZone();
    if (phone !== null) mutate({ timezone: phone });
  }, [mutate]);
  useEffect(() => timeZoneStore.set(zone), [zone]);
  useEffect(() => () => timeZoneStore.set(undefined), []);
  return null;
}
