/** Calls within so many ms of wall time share one result; a failed one is shared by those alone that wait for it. */
export function sharedFor<Result>(
  forMs: number,
  make: () => Promise<Result>,
  nowMs: () => number = Date.now,
): () => Promise<Result> {
  let known: { readonly madeAt: number; readonly result: Promise<Result> } | null = null;
  return () => {
    const now = nowMs();
    if (known && now >= known.madeAt && now - known.madeAt < forMs) return known.result;
    const made = { madeAt: now, result: make() };
    known = made;
    made.result.catch(() => {
      if (known === made) known = null;
    });
    return made.result;
  };
}
