import { flushSync } from 'react-dom';
import type { Slide } from './slide.ts';

/** Runs the page change as a view transition where the browser has them and the member did not ask for reduced motion. */
export function changePage(slide: Slide, update: () => void): void {
  const draw = () => flushSync(update);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState === 'hidden';
  if (slide === 'none' || still || typeof document.startViewTransition !== 'function') {
    draw();
    return;
  }
  document.documentElement.dataset.slide = slide;
  const transition = document.startViewTransition(draw);
  // A transition interrupted by the next one rejects; that is no error.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
}
