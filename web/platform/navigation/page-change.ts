import { flushSync } from 'react-dom';
import type { Slide } from './slide.ts';

/** Slides from one page to the next where the browser can and the member wants it; else changes at once. */
export function changePage(slide: Slide, update: () => void): void {
  const draw = () => flushSync(update);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState === 'hidden';
  if (slide === 'none' || still || typeof document.startViewTransition !== 'function') {
    draw();
    return;
  }
  document.documentElement.dataset.slide = slide;
  const transition = document.startViewTransition(draw);
  // A slide that is overtaken by the next one is no failure.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
}
