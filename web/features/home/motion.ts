/** Whether the member asked the phone for less motion: then nothing starts to move by itself. */
export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
