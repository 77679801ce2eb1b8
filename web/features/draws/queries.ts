import type { QueryClient } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeClientSeed,
  type Draw,
  draw,
  getDraw,
  getDrawTranscript,
  getEntries,
  listDraws,
  listPrizes,
  listWinners,
  type OwnDay,
} from '#contract/draws.ts';
import type { InputOf } from '#contract/operation.ts';
import { callForResult } from '#web/platform/api/call.ts';
import { invalidatePaths, readKey } from '#web/platform/api/read-key.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { msToMoment, msToNextDay, msToWallMoment } from '#web/platform/next-day.ts';
import { session } from '#web/platform/session/session.ts';
import { useUsername } from '#web/platform/session/use-username.ts';

/** Prize table and commitment are those of a day (UTC): they are read again when the next one begins. */
const toNextDay = (): number => msToNextDay('UTC');

/** Today's entries, the own seed and the commitment of the day: until the day of UTC ends, the member's own does, or an exclusion. */
export function useGetEntries() {
  return useRead(
    getEntries,
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        Math.min(toNextDay(), data ? msToChange(data) : Number.POSITIVE_INFINITY),
    },
  );
}

function msToChange({ endsAt, excludedUntil }: OwnDay): number {
  return Math.min(
    msToMoment(endsAt),
    excludedUntil === null ? Number.POSITIVE_INFINITY : msToWallMoment(excludedUntil),
  );
}

/** The prize table and whether the draw is open. */
export const useListPrizes = () => useRead(listPrizes, {}, { refetchInterval: toNextDay });

const winnersPollMs = 5_000;

/** The newest winners, masked. Wins of others are not announced by the stream, and a response shared with others may lack the member's own. */
export const useListWinners = () => useRead(listWinners, {}, { refetchInterval: winnersPollMs });

/** The member's drawn entries, newest first, by pages. */
export const useListDraws = () => usePages(listDraws, {});

/** One drawn entry with what proves it so far. */
export const useGetDraw = (id: string) => useRead(getDraw, { id });

/** All of the member's entries of a day, fetched to verify or save them. */
export const useGetDrawTranscript = (day: number) =>
  useRead(getDrawTranscript, { day }, { enabled: false, retry: false });

/** Draws the entry that the page shows. */
export function useDraw(onDrawn: (drawn: Draw) => void) {
  const client = useQueryClient();
  return useMoneyCall(draw, ({ value }) => {
    void refreshDraws(client);
    onDrawn(value);
  });
}

export function useChangeClientSeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn(input: InputOf<typeof changeClientSeed>) {
      const username = session.username();
      // Also where the answer is lost: the seed is of this phone.
      if (username !== null)
        void import('./own-seeds.ts').then(({ keepOwnSeed }) => keepOwnSeed(username, input.seed)).catch(() => {});
      return callForResult(changeClientSeed, input);
    },
    onSettled: () => invalidatePaths(client, new Set([getEntries.path])),
  });
}

/**
 * Whether the own seed that the server names was set on this phone, or the member said so; null or undefined where that is not known. `claim` says so: what was
 * set on another device only the member knows.
 */
export function useIsOwnSeed(seed: string | null) {
  const username = useUsername();
  const { data, refetch } = useQuery({
    queryKey: readKey(getEntries, {}, 'isOwnSeed', username, seed),
    queryFn: async () => (await import('./own-seeds.ts')).isOwnSeed(username ?? '', seed ?? ''),
    enabled: username !== null && seed !== null,
  });
  const claim = async (): Promise<void> => {
    const { keepOwnSeed } = await import('./own-seeds.ts');
    if (username !== null && seed !== null) await keepOwnSeed(username, seed);
    await refetch();
  };
  return { isOwn: data, claim };
}

/** Reads what a draw changes again: a losing one moves nothing of the member's, so that no event says so. */
export async function refreshDraws(client: QueryClient): Promise<void> {
  await invalidatePaths(client, new Set([getEntries.path, listDraws.path, listWinners.path]));
}
