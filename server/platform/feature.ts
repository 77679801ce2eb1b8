import type { ReviewedKind } from './approvals/reviews.ts';
import type { Binding, FileBinding } from './http/binding.ts';

/** What a feature adds to the app. */
export interface Feature {
  readonly bindings: readonly Binding[];
  readonly files?: readonly FileBinding[];
  /** What operators decide on, of this feature. */
  readonly reviewed?: ReviewedKind;
  /** Stops background work and waits for it. */
  close?(): Promise<void>;
}
