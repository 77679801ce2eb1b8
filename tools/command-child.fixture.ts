import { runCommand, withDatabase } from './command.ts';

/** A command that asks its database something that takes a minute, and says when it has begun. */
await runCommand(() =>
  withDatabase('owner', 2, async ({ pool }) => {
    const asked = pool.query('select pg_sleep(60)');
    process.stdout.write('asked\n');
    await asked;
    return 0;
  }),
);
