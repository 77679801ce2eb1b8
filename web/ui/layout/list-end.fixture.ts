/** An `IntersectionObserver` that sees the end of a list as soon as it is observed. */
export class VisibleAtOnce {
  readonly callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.callback = callback;
  }
  observe(): void {
    queueMicrotask(() => this.callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never));
  }
  disconnect(): void {}
}
