import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadPage } from '#web/platform/navigation/load-page.ts';

const Nothing = (): ReactNode => null;

/**
 * A component that is loaded after the first paint and never prerendered. Renders nothing until then, and `Missing` when it cannot be
 * loaded.
 */
export function clientPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  if (import.meta.env.SSR) return Nothing;
  const Piece = lazy(() =>
    loadPage(load).then(
      (component) => ({ default: component }),
      () => ({ default: Missing }),
    ),
  );
  return (props) => (
    <Suspense fallback={null}>
      <Piece {...props} />
    </Suspense>
  );
}
