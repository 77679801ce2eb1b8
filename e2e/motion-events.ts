import type { Page } from '@playwright/test';

type MotionEvent = 'animationstart' | 'animationend' | 'transitionrun';

declare global {
  interface Window {
    /** Animations and transitions of this page, in their order. */
    readonly motionEvents: { readonly event: MotionEvent; readonly name: string; readonly element: string }[];
  }
}

/** Records animations and transitions from the next page load on: a machine under load may be too slow to meet them while they run. */
export async function recordMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const motionEvents: Window['motionEvents'] = [];
    Object.assign(window, { motionEvents });
    const record = (event: MotionEvent, name: string, target: EventTarget | null) =>
      motionEvents.push({ event, name, element: target instanceof Element ? target.tagName : '' });
    for (const event of ['animationstart', 'animationend'] as const) {
      document.addEventListener(event, ({ animationName, target }) => record(event, animationName, target));
    }
    document.addEventListener('transitionrun', ({ propertyName, target }) =>
      record('transitionrun', propertyName, target),
    );
  });
}

/** How many animations whose name contains `name` have started and ended in the page. */
export async function animationCounts(page: Page, name: string): Promise<{ started: number; ended: number }> {
  const seen = await page.evaluate(() => window.motionEvents);
  const count = (event: MotionEvent) => seen.filter((one) => one.event === event && one.name.includes(name)).length;
  return { started: count('animationstart'), ended: count('animationend') };
}

/** How many transitions of a property have begun on elements of one kind. */
export async function transitionCount(page: Page, element: string, property: string): Promise<number> {
  const seen = await page.evaluate(() => window.motionEvents);
  return seen.filter((one) => one.event === 'transitionrun' && one.element === element && one.name === property).length;
}

/** Names of the animations that run or wait at the moment and contain one of these words. */
export function runningAnimations(page: Page, ...words: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (wanted) =>
      document
        .getAnimations()
        .flatMap((animation) => (animation instanceof CSSAnimation ? [animation.animationName] : []))
        .filter((name) => wanted.some((word) => name.includes(word))),
    words,
  );
}
