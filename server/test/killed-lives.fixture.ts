import { setTimeout as wait } from 'node:timers/promises';
import { code } from './killed-app.fixture.ts';
import { withdrawFirst } from './money-world.fixture.ts';
import { Phone, type PhoneResponse } from './phone.fixture.ts';

const withdrawalPassword = 'funds123';
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** A payout to it fails. */
const nobodys = '0x000000000000000000000000000000000000dEaD';

export const requestKinds = ['deposit', 'withdrawal', 'cancel', 'subscription', 'earlyExit', 'plan'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** A member's request with an idempotency key, retried until it gets a response. */
interface MoneyRequest {
  readonly kind: RequestKind;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** An acknowledged request: the id of its result. */
export interface Promised {
  readonly kind: RequestKind;
  readonly id: string;
}

/** Members who keep calling through every crash. */
export interface Lives {
  /** Calls in progress, by kind. */
  underWay(): Map<RequestKind, number>;
  /** Calls retried because their response was lost. */
  readonly retries: number;
  promisedSoFar(): number;
  /** Waits for the last responses and returns everything that was acknowledged. */
  end(): Promise<Promised[]>;
}

export async function beginLives(appAddress: string, memberCount: number): Promise<Lives> {
  const promised: Promised[] = [];
  const waiting = new Map<RequestKind, number>();
  const count = { requests: 0, retries: 0 };
  let isOver = false;

  /** Returns the id of the result, if there is one. */
  const ask = async (phone: Phone, { kind, path, fields }: MoneyRequest): Promise<string | null> => {
    count.requests += 1;
    const key = `request-${String(count.requests).padStart(8, '0')}`;
    waiting.set(kind, (waiting.get(kind) ?? 0) + 1);
    let id: string | null = null;
    for (;;) {
      const answer = await phone.post(path, fields, { 'idempotency-key': key }).catch(() => null);
      if (answer !== null && answer.status < 500) {
        if (answer.status === 200) {
          id = idOf(answer);
          promised.push({ kind, id });
        }
        break;
      }
      // Killed in the middle: only a retry shows whether it was done.
      count.retries += 1;
      await wait(30);
    }
    waiting.set(kind, (waiting.get(kind) ?? 1) - 1);
    return id;
  };
  const live = async (phone: Phone, latest: Map<RequestKind, string>): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      const request = requestOf(turn, latest);
      const id = await ask(phone, request);
      if (id !== null) latest.set(request.kind, id);
    }
  };

  const phones: Phone[] = [];
  for (let member = 0; member < memberCount; member++) {
    const phone = new Phone(appAddress);
    phones.push(phone);
    await phone.register(`killed0${member}`, code);
    await phone.setWithdrawalPassword(withdrawalPassword, code);
    await ask(phone, { kind: 'deposit', path: '/Finance/recharge', fields: { channel: 'sandbox', amount: '2000' } });
  }
  await Promise.all(
    phones.flatMap((phone) =>
      [address, nobodys].map(async (to) => promised.push({ kind: 'withdrawal', id: await withdrawnTo(phone, to) })),
    ),
  );
  // Two loops each, so that one member's money moves concurrently as well.
  const lives = phones.flatMap((phone) => {
    const latest = new Map<RequestKind, string>();
    return [live(phone, latest), live(phone, latest)];
  });
  return {
    underWay: () => new Map([...waiting].filter(([, calls]) => calls > 0)),
    get retries() {
      return count.retries;
    },
    promisedSoFar: () => promised.length,
    async end() {
      isOver = true;
      await Promise.all(lives);
      return promised;
    },
  };
}

/** Makes the address one that the member has withdrawn to, once the deposit is credited. Returns the withdrawal's id. */
async function withdrawnTo(phone: Phone, to: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    // One that was paid before it could be cancelled is a withdrawal to that address as well.
    const id = await withdrawFirst(phone, to, true).catch(() => null);
    if (id !== null) return id;
    await wait(100);
  }
  throw new Error(`no first withdrawal to ${to}`);
}

function requestOf(turn: number, latest: ReadonlyMap<RequestKind, string>): MoneyRequest {
  const nothing = '0000000000000000';
  const kind = requestKinds[Math.floor(Math.random() * requestKinds.length)] ?? 'deposit';
  switch (kind) {
    case 'deposit':
      return { kind, path: '/Finance/recharge', fields: { channel: 'sandbox', amount: String(100 + (turn % 50)) } };
    case 'plan':
      return {
        kind,
        path: '/Exchange/shenqing',
        fields: { id: '1', coin: 'ETH', multiple: '3', price: String(10 + (turn % 30)) },
      };
    case 'subscription':
      return { kind, path: '/Mobile/Financing/index', fields: { product: 'day1', amount: String(10 + (turn % 30)) } };
    case 'earlyExit':
      return { kind, path: '/financing/redeem', fields: { holding: latest.get('subscription') ?? nothing } };
    case 'cancel':
      return { kind, path: '/withdrawals/cancel', fields: { withdrawal: latest.get('withdrawal') ?? nothing } };
    case 'withdrawal': {
      const to = turn % 4 === 0 ? nobodys : address;
      const fields = { method: 'address', address: to, amount: String(1 + (turn % 40)), password: withdrawalPassword };
      return { kind, path: '/Finance/withdraw', fields };
    }
  }
}

function idOf({ url }: PhoneResponse): string {
  return typeof url === 'object' && url !== null && 'id' in url ? String(url.id) : '';
}
