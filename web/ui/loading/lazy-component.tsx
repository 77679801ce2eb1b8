import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useState } from 'react';
import { translate } from '#web/platform/i18n/text.ts';
import { loadPage } from '#web/platform/navigation/load-page.ts';
import { ErrorState } from '../feedback/states.tsx';
import { showToast } from '../feedback/toast.tsx';

/** A component whose code is loaded after the page's own. */
export interface LazyComponent<Props> {
  /** The component once it has loaded. */
  readonly loaded: () => ComponentType<Props> | null;
  /** Loads it, once; after a failure the next call tries again. */
  readonly load: () => Promise<ComponentType<Props>>;
}

export function lazyComponent<Props>(importComponent: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let component: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  return {
    loaded: () => component,
    load() {
      loading ??= loadPage(importComponent).then(
        (result) => {
          component = result;
          return result;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

interface LazyProps<Props> {
  readonly code: LazyComponent<Props>;
  readonly props: Props;
  /** Placeholder of the same size. */
  readonly fallback: ReactNode;
}

/** Renders the component as soon as it has loaded. */
export function Lazy<Props extends object>({ code, props, fallback }: LazyProps<Props>): ReactNode {
  const [failures, setFailures] = useState(0);
  const [trying, setTrying] = useState(true);
  const [component, setComponent] = useState(code.loaded);
  const get = useCallback(() => {
    setTrying(true);
    code.load().then(
      (result) => setComponent(() => result),
      () => {
        setFailures((count) => count + 1);
        setTrying(false);
      },
    );
  }, [code]);
  useEffect(() => {
    if (component === null) get();
  }, [component, get]);
  if (component !== null) return createElement(component, props);
  if (trying) return fallback;
  // Some browsers cache a failed module import for the life of the document.
  return <ErrorState onRetry={failures > 1 ? () => window.location.reload() : get} />;
}

interface OpenedProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Renders a sheet whose code is loaded when it is first opened, unless it was prefetched. */
export function LazySheet<Props extends OpenedProps>({ code, props }: Omit<LazyProps<Props>, 'fallback'>): ReactNode {
  const { open, onClose } = props;
  const [component, setComponent] = useState(code.loaded);
  useEffect(() => {
    if (component !== null || !open) return;
    let isUnmounted = false;
    code.load().then(
      (result) => isUnmounted || setComponent(() => result),
      () => {
        if (isUnmounted) return;
        showToast(translate('shell.unreachable'), 'failure');
        onClose();
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [code, component, open, onClose]);
  return component === null ? null : createElement(component, props);
}

const prefetchAfterMs = 1200;

/** Prefetches code once the page has settled, so that the first tap does not wait. */
export function usePrefetch(components: readonly { readonly load: () => Promise<unknown> }[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const component of components) component.load().catch(() => undefined);
    }, prefetchAfterMs);
    return () => clearTimeout(timer);
  }, [components]);
}
