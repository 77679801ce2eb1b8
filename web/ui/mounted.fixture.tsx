import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, type Screen, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import * as z from 'zod/mini';
import { idempotencyHeader, signInUrl } from '#contract/envelope.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Operation, OutputOf } from '#contract/operation.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { apiBase } from '#web/platform/api/request.ts';
import { Navigation } from '#web/platform/navigation/navigation.tsx';
import { showToast, ToastRegion } from '#web/ui/feedback/toast.tsx';
import { staysAt } from './shown.fixture.tsx';

/** One request that a component sent. */
export interface SentRequest {
  readonly method: string;
  /** Below `/api`, without its query. */
  readonly path: string;
  /** Those of the query and of the body, as they went over the wire. */
  readonly fields: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | null;
}

type Answer = (request: SentRequest) => Response | Promise<Response>;

/** What a component talks to: it knows only what a test lets it answer. */
export interface FakeServer {
  readonly requests: readonly SentRequest[];
  /** Those to one operation, oldest first. */
  requestsTo(operation: Operation): readonly SentRequest[];
  answer<O extends Operation>(operation: O, output: OutputOf<O>): void;
  answerBy<O extends Operation>(operation: O, output: (request: SentRequest) => OutputOf<O>): void;
  refuse(operation: Operation, code: ErrorCode, info: string): void;
  /** Answers nothing before `release` is called. */
  hold<O extends Operation>(operation: O, output: OutputOf<O>): { release(): void };
  /** As to one who is not signed in any more. */
  endSession(operation: Operation): void;
  /** As without a network. */
  loseConnection(operation: Operation): void;
}

/** A component on a page, for tests in an environment with a document ("@vitest-environment happy-dom"). */
export interface Mounted {
  readonly user: UserEvent;
  readonly page: Screen;
  readonly container: HTMLElement;
  /** Where its links and buttons went, oldest first. */
  readonly went: readonly string[];
  /** Those of them that took the place of the page in the history: going back does not lead to it. */
  readonly replaced: readonly string[];
  /** The short message that lies over the page, empty without one. */
  toast(): string;
  /** Renders something else in its place. */
  rerender(node: ReactNode): void;
  unmount(): void;
}

/** A stream that is never heard of. */
class SilentStream extends EventTarget {
  close(): void {}
}

// The page keeps its stream for a moment after the last component that listens, longer than a test keeps what it put in its place.
globalThis.EventSource ??= SilentStream as never;

// As patient as `expect.poll`: the second that it waits otherwise is short on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

/** Answers that no server gives, of the test that runs. To the component they look like a lost connection. */
const wrongAnswers: Error[] = [];

afterEach(() => {
  cleanup();
  showToast('');
  queryClient.clear();
  vi.unstubAllGlobals();
  const [first] = wrongAnswers.splice(0);
  if (first) throw first;
});

/** Takes the place of the network. A request that nothing was said about is refused as one without a connection is. */
export function fakeServer(): FakeServer {
  const answers = new Map<string, Answer>();
  const requests: SentRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const request = requestAt(address, init);
    requests.push(request);
    const known = [...answers].find(([pattern]) => new RegExp(pattern, 'i').test(`${request.method} ${request.path}`));
    if (!known) throw new TypeError(`the test says nothing about ${request.method} ${request.path}`);
    return await known[1](request);
  });
  const set = (operation: Operation, answer: Answer) => answers.set(patternOf(operation), answer);
  return {
    requests,
    requestsTo: (operation) =>
      requests.filter(({ method, path }) => new RegExp(patternOf(operation), 'i').test(`${method} ${path}`)),
    answer(operation, output) {
      const body = bodyOf(operation, output);
      set(operation, () => new Response(body));
    },
    answerBy: (operation, output) =>
      set(operation, (request) => {
        try {
          return new Response(bodyOf(operation, output(request)));
        } catch (error) {
          wrongAnswers.push(error as Error);
          throw error;
        }
      }),
    refuse: (operation, code, info) =>
      set(operation, () => new Response(JSON.stringify({ status: false, info, url: '', code }))),
    hold(operation, output) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const body = bodyOf(operation, output);
      set(operation, async () => {
        await promise;
        return new Response(body);
      });
      return { release: resolve };
    },
    endSession: (operation) =>
      set(operation, () => new Response(JSON.stringify({ status: false, info: '', url: signInUrl }))),
    loseConnection: (operation) =>
      set(operation, () => {
        throw new TypeError('Failed to fetch');
      }),
  };
}

const patternOf = ({ method, path }: Operation): string =>
  `^${method} ${path.replace(/[.?]/g, '\\$&').replace(/\{\w+\}/g, '[^/]*')}$`;

function requestAt(address: string, { method = 'GET', headers, body }: RequestInit): SentRequest {
  const [path = '', query = ''] = address.slice(apiBase.length).split('?');
  const sent = body instanceof URLSearchParams ? body : new URLSearchParams();
  return {
    method,
    path,
    fields: Object.fromEntries([...new URLSearchParams(query), ...sent]),
    idempotencyKey: new Headers(headers).get(idempotencyHeader),
  };
}

/** As the server would send it: what breaks the contract, it cannot send. */
function bodyOf(operation: Operation, output: unknown): string {
  const isInUrl = operation.answerIn === 'url';
  const wire = wireOf(operation, output);
  return JSON.stringify({
    status: operation.successStatus ?? true,
    info: isInUrl ? 'Done' : wire,
    url: isInUrl ? wire : '',
  });
}

function wireOf({ method, path, output }: Operation, answer: unknown): unknown {
  try {
    return z.encode(output, answer as never);
  } catch (error) {
    const why = error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`the test's answer to ${method} ${path} breaks the contract:\n${why}`);
  }
}

/** Shows a component at an address of the app, with the messages that it may cause. */
export function mount(node: ReactNode, { path = '/' }: { readonly path?: string } = {}): Mounted {
  const went: string[] = [];
  const replaced: string[] = [];
  const navigator = {
    ...staysAt(path),
    async go(to: string, { replace = false } = {}) {
      went.push(to);
      if (replace) replaced.push(to);
    },
    back: (fallback: string) => void went.push(fallback),
    replaceSearch: (search: string) => void went.push(search),
  };
  const wrapped = (shown: ReactNode): ReactNode => (
    <QueryClientProvider client={queryClient}>
      <Navigation navigator={navigator}>
        {shown}
        <ToastRegion />
      </Navigation>
    </QueryClientProvider>
  );
  const { container, rerender, unmount } = render(wrapped(node));
  return {
    ...{ user: userEvent.setup(), page: screen, container, went, replaced, unmount },
    toast: () => container.querySelector('[popover=manual]')?.textContent ?? '',
    rerender: (next) => rerender(wrapped(next)),
  };
}
