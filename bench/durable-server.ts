import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '#server/platform/database/embedded-server.ts';
import { ensureDatabase } from '#server/platform/database/ensure-database.ts';
import { silentLog } from '#server/platform/log.ts';

const role = 'clearlot';

/** A database server with the settings that ship, for one bench. */
export interface DurableServer {
  /** URL of the database of that name, created on first use. */
  database(name: string): Promise<string>;
  /** Folder of the database cluster. */
  readonly clusterFolder: string;
}

/** Runs `bench` on a durable server in a folder of its own; both are gone afterwards. */
export async function withDurableServer(bench: (server: DurableServer) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-bench-'));
  const server = await startEmbeddedServer({
    folder,
    durable: true,
    connectionsMax: 200,
    log: silentLog,
    onLost: (error) => {
      throw error;
    },
  });
  try {
    await bench({
      clusterFolder: join(folder, 'postgres'),
      async database(name) {
        await ensureDatabase(server.adminUrl, name, { name: role, password: server.passwordOf(role) });
        return server.urlOf(name, role);
      },
    });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
