import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import type { ReplicatedServers } from '#server/platform/database/standby.fixture.ts';
import { silentLog } from '#server/platform/log.ts';
import { Phone } from './phone.fixture.ts';

/** The code that every phone of the load registers with. */
export const failoverCode = 'TEST7';
/** So many that on a fast machine none of them comes to the limit of plans that may run. */
const memberCount = 12;
const handsOfMember = 2;
/** Only what never comes meets it, on however busy a machine. */
const waitMsMax = 240_000;
/** Placements before the primary goes, and after the promotion. */
const placementsEach = 120;
/** Product seconds per second: a deposit is credited in one, and a plan of an hour runs on. */
export const failoverSpeed = 20;

/** An app on a database of several servers. */
export async function openAppOn(url: string): Promise<App> {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: url,
    VERIFY_CODE_TEST: failoverCode,
    CLOCK_SPEED: String(failoverSpeed),
    CARD_KEY: '7'.repeat(64),
  });
  return await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
    throw error;
  });
}

export interface Load {
  /** Plans whose placing was answered with 200. */
  readonly acknowledged: readonly string[];
  readonly busyResponses: number;
  acknowledgedBeyond(count: number): Promise<void>;
  /** Waits until that holds, and fails with whatever ends a placement. */
  until(holds: () => boolean): Promise<void>;
  /** Lets every placement under way come to its answer. */
  end(): Promise<void>;
}

/** Members who place plans without end; a placement that is not answered with 200 is repeated under its key. */
export async function startLoad(app: App): Promise<Load> {
  const acknowledged: string[] = [];
  let busyResponses = 0;
  let isOver = false;
  const place = async (phone: Phone, key: string): Promise<void> => {
    for (;;) {
      const plan = { id: '1', coin: 'ETH', multiple: '2', price: '10' };
      const answer = await phone.post('/Exchange/shenqing', plan, { 'idempotency-key': key });
      if (answer.status === 200) return void acknowledged.push(idOf(answer.url));
      if (answer.status !== 503) throw new Error(`a placement was answered with ${answer.status} ${answer.code}`);
      busyResponses += 1;
      await wait(50);
    }
  };
  const names = Array.from({ length: memberCount }, (_, member) => `failover0${member}`);
  const phones = await Promise.all(names.map((name) => fundedPhone(app, name)));
  const hands = phones.flatMap((phone, member) =>
    Array.from({ length: handsOfMember }, async (_, hand) => {
      for (let turn = 0; !isOver; turn++)
        await place(phone, `failover-${member}-${hand}-${String(turn).padStart(16, '0')}`);
    }),
  );
  const all = Promise.all(hands);
  const until = async (holds: () => boolean): Promise<void> => {
    const deadline = Date.now() + waitMsMax;
    const holding = async (): Promise<void> => {
      while (!holds()) {
        if (Date.now() > deadline) throw new Error(`it never came; ${acknowledged.length} placements are acknowledged`);
        await wait(5);
      }
    };
    await Promise.race([holding(), all]);
  };
  return {
    acknowledged,
    get busyResponses() {
      return busyResponses;
    },
    acknowledgedBeyond: (count) => until(() => acknowledged.length > count),
    until,
    async end() {
      isOver = true;
      await all;
    },
  };
}

export async function fundedPhone(app: App, username: string): Promise<Phone> {
  const phone = new Phone(app.address);
  await phone.register(username, failoverCode);
  await phone.post('/Finance/recharge', { channel: 'sandbox', amount: '20000' });
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const { url } = await phone.get('/api/wallet');
    if ((url as { banlance: string }).banlance === '20000.000000') return phone;
    if (Date.now() > deadline) throw new Error('the deposit was not credited');
    await wait(50);
  }
}

function idOf(url: unknown): string {
  return typeof url === 'object' && url !== null && 'id' in url ? String(url.id) : '';
}

export interface Absence {
  /** Without an acknowledged placement, from the primary's end on. */
  readonly ms: number;
  readonly msAfterPromotion: number;
}

/**
 * Stops the primary under load, promotes the standby, and waits until the load is acknowledged again. `detectionMs` stands for the time
 * that whatever watches the servers takes to see that the primary is gone.
 */
export async function failOver(
  servers: ReplicatedServers,
  load: Load,
  how: 'freezePrimary' | 'killPrimary',
  detectionMs = 500,
): Promise<Absence> {
  await load.acknowledgedBeyond(placementsEach);
  const stoppedAt = performance.now();
  await servers[how]();
  await wait(detectionMs);
  await servers.promoteStandby();
  const promotedAt = performance.now();
  const before = load.acknowledged.length;
  await load.acknowledgedBeyond(before);
  const backAt = performance.now();
  await load.acknowledgedBeyond(before + placementsEach);
  return { ms: backAt - stoppedAt, msAfterPromotion: backAt - promotedAt };
}

/** Acknowledged placements that are not in the books, once, with plan and transfer; and placements without an acknowledgement. */
export async function brokenPromises(acknowledged: readonly string[], books: pg.Pool): Promise<string[]> {
  const { rows } = await books.query<{ id: string; transfers: bigint }>(
    `select p.id, count(t.id) as transfers from plan as p
     left join ledger.transfers as t on t.reference = p.id and t.kind = 'planPlaced' group by p.id`,
  );
  const transfers = new Map(rows.map((row) => [row.id, row.transfers]));
  const known = new Set(acknowledged);
  return [
    ...(known.size === acknowledged.length ? [] : ['a plan was acknowledged for two keys']),
    ...acknowledged.filter((id) => !transfers.has(id)).map((id) => `plan ${id} is lost`),
    ...rows.filter((row) => row.transfers !== 1n).map((row) => `plan ${row.id} has ${row.transfers} transfers`),
    ...rows.filter((row) => !known.has(row.id)).map((row) => `plan ${row.id} was never acknowledged`),
  ];
}
