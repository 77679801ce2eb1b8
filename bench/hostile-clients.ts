import { type HostileClients, hostileKinds, openHostileClients } from '#server/test/hostile.fixture.ts';

/** Hostile connections in a process of their own, opened again whenever the server closes them. Prints how many are open. */
const [port = 0, count = 0, addresses = 1] = process.argv.slice(2, 5).map(Number);
const only = process.argv[5] ?? '';
const kinds = hostileKinds.filter((kind) => only === '' || kind === only);

const all: HostileClients[] = kinds.map((kind, place) =>
  openHostileClients({
    port,
    kind,
    count: Math.floor(count / kinds.length),
    addressOf: (number) => {
      const host = number % addresses;
      return `127.${9 + place}.${Math.floor(host / 250)}.${(host % 250) + 1}`;
    },
    againAfterMs: 1_000,
    cookie: process.env.COOKIE ?? '',
  }),
);
process.stdout.write(`Clearlot is ready: http://127.0.0.1:${port}\n`);

const sum = (of: (clients: HostileClients) => number): number => all.reduce((total, one) => total + of(one), 0);
process.once('SIGTERM', () => {
  process.stdout.write(`open ${sum((one) => one.open)} closed ${sum((one) => one.closed)}\n`);
  for (const one of all) one.stop();
  process.exit(0);
});
