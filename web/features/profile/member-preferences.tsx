import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { retryUntil } from '#web/platform/retry-until.ts';
import { keepForAccount } from '#web/platform/session/name-owner.ts';
import { useGetAccountInfo } from './queries/profile.ts';
import { useUpdateProfile } from './queries/update-profile.ts';

/** Applies the profile's time zone and language, and saves the phone's zone after a registration and a language chosen here. */
export function MemberPreferences(): null {
  const { timezone, locale, username, registeredAt } = useGetAccountInfo().data ?? {};
  const client = useQueryClient();
  const { mutateAsync } = useUpdateProfile();
  /** The zone that the profile had first here, and the one it has. */
  const zones = useRef<{ readonly first?: string; readonly now?: string }>({});
  useEffect(() => {
    if (timezone !== undefined) zones.current = { first: zones.current.first ?? timezone, now: timezone };
  }, [timezone]);
  useEffect(() => {
    const phone = timeZoneStore.takeRegistrationZone();
    if (phone === null) return;
    let isLeft = false;
    let stopRetrying = () => {};
    const save = async (): Promise<boolean> => {
      // Chosen in the settings meanwhile, or saved by a try whose answer was lost.
      if (zones.current.now !== zones.current.first) return true;
      await mutateAsync({ timezone: phone }).catch((error: unknown) => {
        if (refusalCode(error) !== 'timeZoneUnknown') throw error;
      });
      return true;
    };
    save().catch(() => {
      if (!isLeft) stopRetrying = retryUntil(save);
    });
    return () => {
      isLeft = true;
      stopRetrying();
    };
  }, [mutateAsync]);
  useEffect(() => {
    if (username === undefined || registeredAt === undefined) return;
    // By the answer's own name: another tab may have signed another member in.
    void keepForAccount(username, registeredAt).then((hadOther) => {
      // A page that was opened meanwhile has held its answers against what is gone now.
      if (hadOther) void client.invalidateQueries();
    });
  }, [client, username, registeredAt]);
  useEffect(() => timeZoneStore.set(timezone), [timezone]);
  useEffect(() => () => timeZoneStore.set(undefined), []);
  useEffect(() => {
    let stopRetrying = () => {};
    let last: Promise<unknown> = Promise.resolve();
    // In turn: of two calls under way the earlier choice could arrive last.
    function save(): Promise<boolean> {
      const next = last.then(saveNow, saveNow);
      last = next;
      return next;
    }
    async function saveNow(): Promise<boolean> {
      const choice = localeStore.unsavedChoice();
      if (choice === null) return true;
      await mutateAsync({ locale: choice });
      localeStore.choiceSaved(choice);
      return localeStore.unsavedChoice() === null;
    }
    function saveChoice(): void {
      stopRetrying();
      save().then(
        (isSaved) => isSaved || retry(),
        () => retry(),
      );
    }
    function retry(): void {
      stopRetrying();
      stopRetrying = retryUntil(save);
    }
    saveChoice();
    const unsubscribe = localeStore.subscribe(saveChoice);
    return () => {
      unsubscribe();
      stopRetrying();
    };
  }, [mutateAsync]);
  useEffect(() => {
    // Texts that cannot be loaded leave the language as it is.
    if (locale !== undefined) localeStore.adopt(locale).catch(() => undefined);
  }, [locale]);
  return null;
}
