import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { makeCertificate } from '../certificate.fixture.ts';
import { silentLog } from '../log.ts';
import { type Cluster, choosePort, openCluster } from './cluster.ts';
import { ensureDatabase } from './ensure-database.ts';
import { findPostmaster, isAlive } from './postmaster-file.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';
import { launchServer } from './server-launch.ts';
import { findServerPrograms, type ServerPrograms } from './server-programs.ts';
import { settingArguments } from './server-settings.ts';

/** A primary and a standby that follows it by streaming replication. Their addresses ask for TLS, with a certificate made for them. */
export interface ReplicatedServers {
  /** Address of a database that names both servers. */
  readonly url: string;
  /** The same, the standby before the primary. */
  readonly standbyFirstUrl: string;
  /** The same database on the standby alone. */
  readonly standbyUrl: string;
  /** Runs a statement as superuser in the same database of one server. */
  onPrimary<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  onStandby<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Cuts the stream of the log to the standby; a synchronous primary then waits with every commit. */
  detachStandby(): Promise<void>;
  attachStandby(): Promise<void>;
  /** Ends the primary and all its processes with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Stops the primary's processes as they are: connections to it stay open and hang. */
  freezePrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promoteStandby(): Promise<void>;
  close(): Promise<void>;
}

export interface ReplicatedServersOptions {
  /** Whether a commit waits for the standby. */
  readonly isSynchronous: boolean;
}

const database = 'replicated';
const standbyName = 'standby';
/** A name: the driver looks for none but names in a certificate. */
const host = 'localhost';
/** A standby needs no fewer than its primary had when the cluster was made: PostgreSQL's own number. */
const connectionsMax = 100;
/** With PostgreSQL's own names of the files. */
const tlsSettings = ['ssl=on'];
const startWithinMs = 60_000;
const pollMs = 20;

export async function startReplicatedServers(options: ReplicatedServersOptions): Promise<ReplicatedServers> {
  const base = mkdtempSync(join(tmpdir(), 'clearlot-replicated-'));
  chmodSync(base, 0o711);
  const programs = findServerPrograms();
  const account = chooseServerAccount(programs.postgres, base, base);
  const cluster = await openCluster(folderIn(base, 'primary'), programs, account);
  const copy = { ...cluster, folder: folderIn(base, 'standby') };
  copyCluster(cluster.folder, copy.folder, account);
  const certificate = await makeCertificate(host);
  const authorityFile = join(base, 'authority.pem');
  writeFileSync(authorityFile, certificate.authority);

  const primary = new Server(cluster, programs, account, [
    `synchronous_standby_names=${options.isSynchronous ? standbyName : ''}`,
  ]);
  const standby = new Server(copy, programs, account, []);
  const close = async (): Promise<void> => {
    await Promise.all([primary.kill(), standby.kill()]);
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  try {
    for (const server of [primary, standby]) server.writeCertificate(certificate);
    return { ...(await connectServers(primary, standby, authorityFile)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts both, the standby following the primary. */
async function connectServers(
  primary: Server,
  standby: Server,
  authorityFile: string,
): Promise<Omit<ReplicatedServers, 'close'>> {
  await primary.start();
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password} application_name=${standbyName}`;
  // In the server's own file, so that the stream can be cut and taken up again.
  standby.write('postgresql.auto.conf', `primary_conninfo = '${source}'\n`);
  standby.write('standby.signal', '');
  await standby.start();
  const streams = () => primary.isStreamingTo(standbyName);
  await until('the standby does not follow', streams);
  const { password } = primary;
  await ensureDatabase(primary.urlOf('postgres', 'postgres'), database, { name: 'clearlot', password });
  // Received is not yet replayed: until then statements on the standby, a promotion too, find no such database.
  const hasDatabase = () =>
    standby.query('select 1').then(
      () => true,
      () => false,
    );
  await until('the standby has no database', hasDatabase);

  const urlOf = (...ports: number[]): string =>
    `postgres://clearlot:${password}@${ports.map((port) => `${host}:${port}`)}/${database}?sslmode=verify-full&sslrootcert=${authorityFile}`;
  return {
    url: urlOf(primary.port, standby.port),
    standbyFirstUrl: urlOf(standby.port, primary.port),
    standbyUrl: urlOf(standby.port),
    onPrimary: (statement) => primary.query(statement),
    onStandby: (statement) => standby.query(statement),
    async detachStandby() {
      await standby.configure("primary_conninfo = ''");
      await until('the standby still follows', async () => !(await streams()));
    },
    async attachStandby() {
      await standby.configure(`primary_conninfo = '${source}'`);
      await until('the standby does not follow', streams);
    },
    killPrimary: () => primary.kill(),
    freezePrimary: () => primary.freeze(),
    promoteStandby: async () => void (await standby.query('select pg_promote(true, 60)')),
  };
}

class Server {
  readonly #cluster: Cluster;
  readonly #programs: ServerPrograms;
  readonly #account: ServerAccount;
  readonly #settings: readonly string[];
  port = 0;
  #frozen: readonly number[] | undefined;

  constructor(cluster: Cluster, programs: ServerPrograms, account: ServerAccount, settings: readonly string[]) {
    this.#cluster = cluster;
    this.#programs = programs;
    this.#account = account;
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.port = await choosePort(this.#cluster, this.#account);
    const common = settingArguments({ durable: true, connectionsMax }, this.#programs.version);
    const settings = [...tlsSettings, ...this.#settings];
    await launchServer({
      cluster: this.#cluster,
      programs: this.#programs,
      account: this.#account,
      settingList: [...common, ...settings.flatMap((setting) => ['-c', setting])],
      port: this.port,
      logFile: `${this.#cluster.folder}.log`,
      log: silentLog,
      deadline: Date.now() + startWithinMs,
    });
  }

  get password(): string {
    return this.#cluster.password;
  }

  write(name: string, content: string): void {
    const path = join(this.#cluster.folder, name);
    writeFileSync(path, content);
    this.#account.own(path);
  }

  writeCertificate({ key, certificate }: { readonly key: string; readonly certificate: string }): void {
    this.write('server.key', key);
    chmodSync(join(this.#cluster.folder, 'server.key'), 0o600);
    this.write('server.crt', certificate);
  }

  urlOf(user: string, name: string): string {
    return `postgres://${user}:${this.#cluster.password}@127.0.0.1:${this.port}/${name}`;
  }

  /** By a connection of its own, which may be one to a standby. */
  async query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.urlOf('postgres', database) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async isStreamingTo(name: string): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.urlOf('postgres', 'postgres') });
    try {
      await client.connect();
      const { rows } = await client.query('select 1 from pg_stat_replication where application_name = $1', [name]);
      return rows.length > 0;
    } finally {
      await client.end();
    }
  }

  async configure(setting: string): Promise<void> {
    await this.query(`alter system set ${setting}`);
    await this.query('select pg_reload_conf()');
  }

  async freeze(): Promise<void> {
    this.#frozen = await this.#processIds();
    for (const processId of this.#frozen) process.kill(processId, 'SIGSTOP');
  }

  async kill(): Promise<void> {
    const processIds = this.#frozen ?? (await this.#processIds());
    for (const processId of processIds) if (isAlive(processId)) process.kill(processId, 'SIGKILL');
    await until('the server did not end', async () => !processIds.some(isAlive));
  }

  async #processIds(): Promise<number[]> {
    const postmaster = await findPostmaster(this.#cluster.folder);
    if (postmaster === null) return [];
    const rows = await this.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    ).catch(() => []);
    return [postmaster.processId, ...rows.map(({ pid }) => pid)];
  }
}

/** Two servers of one origin: a copy of a cluster that was never started. */
function copyCluster(from: string, to: string, account: ServerAccount): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  chmodSync(to, 0o700);
  account.own(to);
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) account.own(join(to, name));
}

/** Where a server may write its log beside its cluster. */
function folderIn(base: string, name: string): string {
  mkdirSync(join(base, name), { mode: 0o711 });
  return join(base, name, 'postgres');
}

async function until(fault: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + startWithinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(fault);
    await wait(pollMs);
  }
}
