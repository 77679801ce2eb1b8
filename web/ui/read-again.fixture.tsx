import type { UseMutationResult } from '@tanstack/react-query';
import { expect } from 'vitest';
import type { InputOf, Operation, OutputOf } from '#contract/operation.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { pagesKey } from '#web/platform/api/read-key.ts';
import { fakeServer, mount } from './mounted.fixture.tsx';

interface CallProps {
  readonly hook: () => UseMutationResult<unknown, Error, never>;
  readonly input: object;
}

function Call({ hook, input }: CallProps) {
  const { mutate, isSuccess, isError } = hook();
  return (
    <button type="button" onClick={() => mutate(input as never)}>
      {isSuccess ? 'done' : isError ? 'refused' : 'call'}
    </button>
  );
}

const keyOf = (read: Operation) => pagesKey(read, { of: 'this test' });

/** What of these reads is read again after a call that succeeds, and after one that is refused. */
export async function readAgainAfter<O extends Operation>(
  { of, hook, input, output }: { of: O; hook: CallProps['hook']; input: InputOf<O>; output: OutputOf<O> },
  reads: readonly Operation[],
): Promise<{ readonly done: readonly Operation[]; readonly refused: readonly Operation[] }> {
  const server = fakeServer();
  const after = async (outcome: string): Promise<readonly Operation[]> => {
    for (const read of reads) queryClient.setQueryData(keyOf(read), {});
    const { page, user, unmount } = mount(<Call hook={hook} input={input as object} />);
    await user.click(page.getByRole('button', { name: 'call' }));
    await expect.poll(() => page.queryByRole('button', { name: outcome })).toBeTruthy();
    unmount();
    return reads.filter((read) => queryClient.getQueryState(keyOf(read))?.isInvalidated);
  };
  server.answer(of, output);
  const done = await after('done');
  server.refuse(of, 'serverBusy', 'Busy');
  return { done, refused: await after('refused') };
}
