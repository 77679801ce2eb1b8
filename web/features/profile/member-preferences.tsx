import { useEffect } from 'react';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useGetAccountInfo } from './queries/profile.ts';
import { useUpdateProfile } from './queries/update-profile.ts';

/** Applies the profile's time zone and language, and saves the phone's zone after a registration and a language chosen here. */
export function MemberPreferences(): null {
  const { timezone, locale } = useGetAccountInfo().data ?? {};
  const { mutate } = useUpdateProfile();
  useEffect(() => {
    const phone = timeZoneStore.takeRegistrationZone();
    if (phone !== null) mutate({ timezone: phone });
  }, [mutate]);
  useEffect(() => timeZoneStore.set(timezone), [timezone]);
  useEffect(() => () => timeZoneStore.set(undefined), []);
  useEffect(() => {
    function saveChoice(): void {
      const choice = localeStore.takeChoice();
      if (choice !== null) mutate({ locale: choice });
    }
    saveChoice();
    return localeStore.subscribe(saveChoice);
  }, [mutate]);
  useEffect(() => {
    // Texts that cannot be loaded leave the language as it is.
    if (locale !== undefined) localeStore.adopt(locale).catch(() => undefined);
  }, [locale]);
  return null;
}
