// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { operations } from '#contract/api.ts';
import type { Operation } from '#contract/operation.ts';

/** What a hook reads again, and the calls that it makes, in the order in which it asks for them. */
const asked = vi.hoisted(() => ({ reads: [] as Operation[], writes: [] as Operation[] }));

vi.mock('#web/platform/api/use-invalidate.ts', () => ({
  useInvalidate: (...read: readonly Operation[]) => {
    asked.reads.push(...read);
    return () => undefined;
  },
}));
const useCall = vi.hoisted(() => (operation: Operation) => {
  asked.writes.push(operation);
  return { mutate: () => undefined };
});
vi.mock('#web/platform/api/use-write.ts', () => ({ useWrite: useCall }));
vi.mock('#web/platform/api/use-owner-write.ts', () => ({ useOwnerWrite: useCall }));
vi.mock('#web/platform/api/use-money-call.ts', () => ({ useMoneyCall: useCall }));

// A hook that listens or reads as it is drawn reaches nobody.
vi.stubGlobal(
  'EventSource',
  class extends EventTarget {
    close = () => undefined;
  },
);
vi.stubGlobal('fetch', () => new Promise(() => undefined));

const files = ['features', 'operator'].flatMap((room) =>
  globSync('**/quer{ies.ts,ies/*.ts}', { cwd: join(import.meta.dirname, room) }).map((file) => join(room, file)),
);
const names = new Map(operations.map(({ name, operation }) => [operation as Operation, name]));
const nameOf = (operation: Operation): string => names.get(operation) ?? operation.path;

const client = new QueryClient({ defaultOptions: { queries: { enabled: false, queryFn: () => null } } });
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/** Each call that changes something with what its hook reads again by `useInvalidate`. */
async function readsAfterWrites(): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files.filter((one) => !one.endsWith('.test.ts')).toSorted()) {
    const hooks = Object.entries(await import(/* @vite-ignore */ join(import.meta.dirname, file)));
    for (const [name, hook] of hooks) {
      if (!name.startsWith('use') || typeof hook !== 'function') continue;
      Object.assign(asked, { reads: [], writes: [] });
      try {
        renderHook(() => hook('', '', '') as unknown, { wrapper }).unmount();
      } catch {
        // Hooks of reads may need what is not given here; one of a call that is missing below is noticed.
      }
      for (const write of asked.writes) {
        lines.push(`${nameOf(write)}: ${asked.reads.map(nameOf).toSorted().join(', ')}`);
      }
    }
  }
  return lines;
}

test('what each call makes the app read again is what was decided', async () => {
  const lines = await readsAfterWrites();
  const called = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/use(?:Owner)?(?:Write|MoneyCall)\((\w+)/g)].map(
      ([, operation = '']) => operation,
    ),
  );
  const known = lines.map((line) => line.slice(0, line.indexOf(':')));
  expect(called.filter((operation) => operation !== 'operation' && !known.includes(operation))).toEqual([]);
  expect(lines.toSorted().join('\n')).toMatchSnapshot();
});
