import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';

export interface ServerSettings {
  /** False only for tests: disables fsync. */
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

/** Fingerprint: servers with the same name run the same program with the same settings. */
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
    // The transaction of an abandoned request must not keep holding locks.
    client_connection_check_interval: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Without the details of an error, in which rows and inputs appear.
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    logging_collector: 'off',
    // No JIT: for short statements compiling costs more than running.
    jit: 'off',
    random_page_cost: '1.1',
    wal_buffers: '16MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    autovacuum_naptime: '15s',
  };
}

/** PostgreSQL's defaults, set explicitly so that no file or environment can weaken them. */
const durableValues = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

const unsafeValues = {
  // An autovacuum worker in a database runs as superuser: other roles cannot drop the database meanwhile.
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
