import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadPage } from '#web/platform/navigation/load-page.ts';

const Nothing = (): ReactNode => null;

/**
 * A piece of a page whose code follows after the first paint, so the build never draws it. Until its code is there nothing stands in
 * its place; `Missing` does when the code cannot be loaded.
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
