import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';

export interface ServerSettings {
  /** False only for tests: nothing then survives a power cut. */
  readonly durable: boolean;
  readonly connectionsMax: number;
}

const mebibyte = 1024 * 1024;

/** The server's settings as `-c name=value` arguments, with a fingerprint of them in `cluster_name`. */
export function settingArguments(settings: ServerSettings, version: string): string[] {
  const values = Object.entries({ ...commonValues(settings), ...(settings.durable ? durableValues : unsafeValues) });
  const list = values.map(([name, value]) => `${name}=${value}`);
  return [...list, `cluster_name=${clusterName(list, version)}`].flatMap((setting) => ['-c', setting]);
}

/** Two servers with the same name run the same program with the same settings. */
export function clusterNameOf(settingList: readonly string[]): string {
  const prefix = 'cluster_name=';
  return settingList.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? '';
}

function clusterName(list: readonly string[], version: string): string {
  const fingerprint = createHash('sha256')
    .update([version, ...list].join('\n'))
    .digest('hex')
    .slice(0, 12);
  return `clearlot-${fingerprint}`;
}

function commonValues({ connectionsMax }: ServerSettings): Record<string, string> {
  const sharedBuffersMib = Math.min(512, Math.max(64, Math.floor(totalmem() / mebibyte / 8)));
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(connectionsMax),
    shared_buffers: `${sharedBuffersMib}MB`,
    // A member's request that nobody waits for any more must not go on holding locks.
    client_connection_check_interval: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    logging_collector: 'off',
    // Short statements by the thousand: compiling one costs more than running it.
    jit: 'off',
    random_page_cost: '1.1',
    wal_buffers: '16MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    autovacuum_naptime: '15s',
  };
}

/** PostgreSQL's own defaults, repeated so that a file or an environment cannot weaken them. */
const durableValues = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

const unsafeValues = {
  // A worker amid a database belongs to the superuser: nobody else could drop the database while it is there.
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
