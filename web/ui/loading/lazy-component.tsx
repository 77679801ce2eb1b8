import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useState } from 'react';
import { translate } from '#web/platform/i18n/text.ts';
import { loadPage } from '#web/platform/navigation/load-page.ts';
import { ErrorState } from '../feedback/states.tsx';
import { showToast } from '../feedback/toast.tsx';

/** A component whose code is loaded after the page's own. */
export interface LazyComponent<Props> {
  /** The component once it has loaded. */
  readonly here: () => ComponentType<Props> | null;
  /** Loads it, once; after a failure the next call tries again. */
  readonly fetch: () => Promise<ComponentType<Props>>;
}

export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let piece: ComponentType<Props> | null = null;
  let fetching: Promise<ComponentType<Props>> | null = null;
  return {
    here: () => piece,
    fetch() {
      fetching ??= loadPage(load).then(
        (fetched) => {
          piece = fetched;
          return fetched;
        },
        (error: unknown) => {
          fetching = null;
          throw error;
        },
      );
      return fetching;
    },
  };
}

interface LazyProps<Props> {
  readonly code: LazyComponent<Props>;
  readonly props: Props;
  /** Placeholder of the same size. */
  readonly waiting: ReactNode;
}

/** Renders the component as soon as it has loaded. */
export function Lazy<Props extends object>({ code, props, waiting }: LazyProps<Props>): ReactNode {
  const [failures, setFailures] = useState(0);
  const [trying, setTrying] = useState(true);
  const [piece, setPiece] = useState(code.here);
  const get = useCallback(() => {
    setTrying(true);
    code.fetch().then(
      (fetched) => setPiece(() => fetched),
      () => {
        setFailures((count) => count + 1);
        setTrying(false);
      },
    );
  }, [code]);
  useEffect(() => {
    if (piece === null) get();
  }, [piece, get]);
  if (piece !== null) return createElement(piece, props);
  if (trying) return waiting;
  // Some browsers cache a failed module import for the life of the document.
  return <ErrorState onRetry={failures > 1 ? () => window.location.reload() : get} />;
}

interface OpenedProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Renders a sheet whose code is loaded when it is first opened, unless it was prefetched. */
export function LazySheet<Props extends OpenedProps>({ code, props }: Omit<LazyProps<Props>, 'waiting'>): ReactNode {
  const { open, onClose } = props;
  const [piece, setPiece] = useState(code.here);
  useEffect(() => {
    if (piece !== null || !open) return;
    let left = false;
    code.fetch().then(
      (fetched) => left || setPiece(() => fetched),
      () => {
        if (left) return;
        showToast(translate('shell.unreachable'), 'failure');
        onClose();
      },
    );
    return () => {
      left = true;
    };
  }, [code, piece, open, onClose]);
  return piece === null ? null : createElement(piece, props);
}

const fetchAfterMs = 1200;

/** Prefetches code once the page has settled, so that the first tap does not wait. */
export function useFetchedSoon(pieces: readonly { readonly fetch: () => Promise<unknown> }[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const piece of pieces) piece.fetch().catch(() => undefined);
    }, fetchAfterMs);
    return () => clearTimeout(timer);
  }, [pieces]);
}
