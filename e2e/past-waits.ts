import { openDatabase } from '#server/platform/database/database.ts';
import { silentLog } from '#server/platform/log.ts';
import type { CommandedServer } from './operators.ts';

/** Moves the approved recovery of a member four days into the past, so that its wait of three days is over. */
export async function letRecoveryWaitPass(
  { dataDir }: Pick<CommandedServer, 'dataDir'>,
  username: string,
): Promise<void> {
  // No clock that the product reads can be set from outside: the owner of the tables turns off the guard of the wait.
  const database = await openDatabase({ folder: dataDir, log: silentLog, connectionsMax: 1, as: 'owner' });
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table account_recovery disable trigger account_recovery_goes_forward');
    const { rowCount } = await client.query(
      `update account_recovery as r set asked_at = r.asked_at - interval '4 days',
         approved_at = r.approved_at - interval '4 days', takes_effect_at = r.takes_effect_at - interval '4 days'
       from member as m where m.id = r.member_id and m.username = $1 and r.ended_at is null and r.approved_at is not null`,
      [username],
    );
    if (rowCount !== 1) throw new Error(`${rowCount} approved recoveries of ${username} are open`);
    await client.query('alter table account_recovery enable trigger account_recovery_goes_forward');
    await client.query('commit');
  } finally {
    client.release(true);
    await database.close();
  }
}
