import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { insertOperatorSession, insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { newToken } from '#server/platform/secret-token.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { withDurableServer } from './durable-server.ts';
import { httpLoad } from './http-load.ts';
import { print, race } from './report.ts';

/** The console's search for members, over HTTP, against the same search in a database without the indexes on names. */
const memberCount = Number(process.argv[2] ?? 1_000_000);
const connections = 4;
const goalMs = 50;
const operatorToken = newToken();
let searches = 0;

await withDurableServer(async (server) => {
  const indexed = await open(await server.database('indexed'), true);
  const bare = await open(await server.database('bare'), false);
  try {
    const numbers = await numbersOf(indexed);
    const load = async ({ port }: ChildServer): Promise<number> =>
      (await httpLoad({ port, connections, seconds: 3, next: () => searchRequest(numbers) })).p95Ms;
    await race({
      title: `Search for members by the beginning of a name or by number, ${memberCount} members, ${connections} connections: 95 of 100 within`,
      unit: 'ms',
      better: 'lower',
      runs: 3,
      contenders: [
        { name: 'with its index', run: () => load(indexed) },
        { name: 'without', run: () => load(bare) },
      ],
      goals: [{ figure: goalMs }],
    });
    print('');
  } finally {
    await indexed.stop();
    await bare.stop();
  }
});

/** A product on a new database with that many members and an operator who is signed in. */
async function open(databaseUrl: string, hasIndex: boolean): Promise<ChildServer> {
  const pool = createPool(databaseUrl, silentLog);
  await migrate(pool, readMigrations(), silentLog);
  if (!hasIndex) await pool.query('drop index member_username_prefix, member_username_key');
  await pool.query(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     select ${nameOf('id')}, '$argon2id$' || repeat('x', 87), 'en', 'BENCH' || id, sha256(convert_to('bench' || id, 'UTF8')), now()
     from generate_series(1, $1::int) as id`,
    [memberCount],
  );
  await insertOperators(pool, { bench: 'support' });
  await insertOperatorSession(pool, 'bench', operatorToken);
  await pool.query('vacuum analyze');
  await pool.end();
  return startChildServer('../server/main.ts', {
    ...{ PORT: '0', DATABASE_URL: databaseUrl, RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
  });
}

/** Spread over the alphabet of hexadecimal digits, in an order unlike that of the ids. */
function nameOf(id: string): string {
  return `substr(md5(${id}::text), 1, 8) || ${id}`;
}

/** Numbers of some members, as the search shows them. */
async function numbersOf({ port }: ChildServer): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/operator/members/search?search=ab`, {
    headers: { cookie: `clearlot_operator=${operatorToken}` },
  });
  const { info } = (await response.json()) as { readonly info: readonly { readonly number: string }[] };
  if (info.length === 0) throw new Error('the search finds nobody');
  return info.map(({ number }) => number);
}

/** By turns the beginnings of names, one letter to eight, and whole numbers. */
function searchRequest(numbers: readonly string[]): string {
  const count = searches++;
  const letters = ((count * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
  const length = count % 9;
  const search = length === 0 ? numbers[count % numbers.length] : letters.slice(0, length);
  return [
    `GET /api/operator/members/search?search=${search} HTTP/1.1`,
    'host: 127.0.0.1',
    'x-clearlot: 1',
    `cookie: clearlot_operator=${operatorToken}`,
    '',
    '',
  ].join('\r\n');
}
