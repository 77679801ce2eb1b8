import type { PlanProof } from '#contract/plans-proof.ts';
import { minutesMax } from '#contract/proofs.ts';
import { AnswerRefused } from '#web/platform/api/answer-refused.ts';

/** Minutes of a year: the longest plan that terms allow, of 288 days with its look-back and deadline, has fewer. */
const pagesMax = Math.ceil((366 * 1_440) / minutesMax);

/**
 * All published minutes of a span that is longer than one request. Throws AnswerRefused where the server's pages do not lead to the
 * end of the span.
 */
export async function minutesUntil(
  getMinutes: (from: number) => Promise<PlanProof['candles']>,
  from: number,
  until: number,
): Promise<PlanProof['candles']> {
  const minutes: PlanProof['candles'] = [];
  let next = from;
  for (let pages = 1; next < until; pages++) {
    const page = await getMinutes(next);
    minutes.push(...page.filter(([openTime]) => openTime < until));
    const last = page.at(-1)?.[0];
    if (last === undefined) break;
    if (last < next || page.length > minutesMax) throw new AnswerRefused(`minutes from ${next}: up to ${last}`);
    if (pages === pagesMax) throw new AnswerRefused(`minutes: > ${pagesMax * minutesMax}`);
    next = last + 1;
  }
  return minutes;
}
