import { type ReactNode, useEffect } from 'react';
import type { OwnDay } from '#contract/draws.ts';
import { prizesText } from '#core/draws/prizes.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { DrawList } from './draw-list.tsx';
import { DrawStage } from './draw-stage.tsx';
import { EntryList } from './entry-list.tsx';
import { OwnSeed } from './own-seed.tsx';
import { PrizeTable } from './prize-table.tsx';
import { useGetEntries } from './queries.ts';
import { WinnerList } from './winner-list.tsx';

/** Today's entries and their draw, what can be won and how likely, who has won, and the member's own draws. */
export function DrawHub({ notice }: { readonly notice: ReactNode }): ReactNode {
  const day = useGetEntries();
  useKeptCommitment(day.data);
  return (
    <>
      <Loaded query={day} height={[300, 330]} radius={14}>
        {(loaded) => (
          <>
            <DrawStage day={loaded} notice={notice} />
            <EntryList entries={loaded.entries} />
          </>
        )}
      </Loaded>
      <PrizeTable />
      {day.data && <OwnSeed day={day.data} />}
      <WinnerList />
      <DrawList />
    </>
  );
}

/** Keeps the day's commitment and prize table on this phone as long as its seed is secret. */
function useKeptCommitment(own: OwnDay | undefined): void {
  const username = useUsername();
  const { day, commitment } = own?.published ?? {};
  const prizes = own && prizesText(own.prizes);
  useEffect(() => {
    if (username === null || day === undefined || commitment === undefined || prizes === undefined) return;
    void import('./kept-draws.ts')
      .then(({ keepCommitment }) => keepCommitment(username, { day, commitment, prizes }))
      .catch(() => {});
  }, [username, day, commitment, prizes]);
}
