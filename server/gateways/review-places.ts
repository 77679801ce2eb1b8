import type pg from 'pg';
import { isActivated } from '#core/weight/rules.ts';
import type { ReviewPlaces } from '#server/features/withdrawals/member-identity.ts';

/** An activated member may have several withdrawals in review, one that is not yet has one. That is all the score has to say. */
export function reviewPlacesByWeight(pool: pg.Pool): ReviewPlaces {
  return {
    async of(memberId) {
      const { rows } = await pool.query<{ weight: number }>(
        'select weight::int as weight from member_weight where member_id = $1',
        [memberId],
      );
      return isActivated(rows[0]?.weight ?? 0) ? 'several' : 'one';
    },
  };
}
