import { readConfig } from '#server/platform/config.ts';
import { keysIn, openKeyFile } from '#server/platform/secret-key.ts';
import { openSecretKeys } from '#server/platform/secret-keys.ts';
import { runCommand, withDatabase } from '../command.ts';
import { sealAgain } from './sealed-values.ts';

/** Seals everything that the database keeps sealed with the newest key of CARD_KEY or the key file: `docs/keys.md`. */
await runCommand(async () => {
  const { cardKey, cardKeyFile } = readConfig(process.env);
  const given = cardKey ? keysIn(cardKey, ',') : await openKeyFile(cardKeyFile);
  return await withDatabase('owner', 2, async ({ pool }) => {
    const { changed, left } = await sealAgain(pool, await openSecretKeys(pool, given));
    for (const [name, count] of Object.entries(changed)) process.stdout.write(`${name}: ${count}\n`);
    if (left === 0) {
      process.stdout.write('Everything is sealed with the newest key. The former one can be taken away.\n');
      return 0;
    }
    process.stderr.write(
      `${left} values were sealed with a former key meanwhile: put the newest first on every node, and run this again.\n`,
    );
    return 1;
  });
});
