import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useState } from 'react';
import { translate } from '#web/platform/i18n/text.ts';
import { loadPage } from '#web/platform/navigation/load-page.ts';
import { ErrorState } from '../feedback/states.tsx';
import { showToast } from '../feedback/toast.tsx';

/** The code of a piece of a page, which comes after the page's own. */
export interface LazyComponent<Props> {
  /** The piece where it has come already. */
  readonly here: () => ComponentType<Props> | null;
  /** Gets it, once; after a failure the next wish tries again. */
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
  /** Stands in its place until then, in its size. */
  readonly waiting: ReactNode;
}

/** Draws the piece as soon as its code is there. */
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
  // Some browsers remember for as long as the document lives that a module could not be fetched.
  return <ErrorState onRetry={failures > 1 ? () => window.location.reload() : get} />;
}

interface OpenedProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Draws a sheet whose code is asked for when it opens first, where nothing has asked before. */
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

/** Gets the code of these pieces once the page has settled, so that the first tap waits for nothing. */
export function useFetchedSoon(pieces: readonly { readonly fetch: () => Promise<unknown> }[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const piece of pieces) piece.fetch().catch(() => undefined);
    }, fetchAfterMs);
    return () => clearTimeout(timer);
  }, [pieces]);
}
