import { expect, test } from 'vitest';
import { faultOfAddress, hostsOf, maskAddress } from './database-address.ts';

test('several servers are named in one address, each with a port of its own or the usual one', () => {
  expect(hostsOf('postgres://u:p%40ss@db1:5433,db2,[::1]:5434/name?sslmode=require')).toEqual([
    { host: 'db1', port: 5433, url: 'postgres://u:p%40ss@db1:5433/name?sslmode=require' },
    { host: 'db2', port: 5432, url: 'postgres://u:p%40ss@db2/name?sslmode=require' },
    { host: '::1', port: 5434, url: 'postgres://u:p%40ss@[::1]:5434/name?sslmode=require' },
  ]);
  // What the driver reads by itself stays its own.
  for (const url of [
    'postgres://u@127.0.0.1/name',
    'postgres:///name?host=/run/postgresql',
    'postgresql://%2Frun/name',
  ]) {
    expect(hostsOf(url)).toEqual([]);
    expect(faultOfAddress(url)).toBeUndefined();
  }
  expect(faultOfAddress('postgresql://u:p@127.0.0.1,[::1]:6432/name')).toBeUndefined();
});

test.each([
  'db',
  'db:6432',
  '10.0.0.1',
  '[2001:db8::1]:5432',
  'localhost,db',
  'db1,db2:6432',
  'localhost.example',
  '%zz',
])('towards %s, another machine, an address has to say whether it is encrypted', (hosts) => {
  expect(faultOfAddress(`postgres://u:s3cret@${hosts}/name`)).toMatch(
    /^an address of another machine .*sslmode=verify-full/,
  );
  expect(faultOfAddress(`postgres://u:s3cret@${hosts}/name?connect_timeout=5`)).toContain('sslmode');
  for (const unsaid of ['sslmode=', 'sslmode=disable&sslmode=']) {
    expect(faultOfAddress(`postgres://u:s3cret@${hosts}/name?${unsaid}`), unsaid).toContain('verify-full');
  }
  for (const mode of ['verify-full', 'disable']) {
    expect(faultOfAddress(`postgres://u:s3cret@${hosts}/name?sslmode=${mode}`)).toBeUndefined();
  }
});

test('the host of the query counts as well, and this machine needs no encryption', () => {
  for (const query of ['host=db', 'host=localhost&host=db']) {
    expect(faultOfAddress(`postgres://u:s3cret@localhost/name?${query}`), query).toContain('sslmode');
  }
  for (const hosts of ['localhost', '127.0.0.1:5433', '[::1]', 'localhost:5432,[::1]:5433']) {
    expect(faultOfAddress(`postgres://u:s3cret@${hosts}/name`)).toBeUndefined();
  }
});

test.each([
  ['mysql://u:s3cret@db/name', 'a postgres:// address'],
  ['postgres://', 'a postgres:// address'],
  ['postgres://u:s3#cret@db/name', 'percent-encoded'],
  ['postgres://u:s3/cret@db/name', 'percent-encoded'],
  ['postgres://u:s3?cret@db/name', 'percent-encoded'],
  ['postgres://u:s3cret@db:70000/name', 'a port from 1 to 65535'],
  ['postgres://u:s3cret@db1:5432,db2:70000/name', 'a port from 1 to 65535'],
  ['postgres://u:s3cret@db1:0,db2/name', 'a port from 1 to 65535'],
  ['postgres://u:s3cret@db1,/name', 'a comma between them'],
  ['postgres://u:s3cret@db1, db2/name', 'a comma between them'],
  ['postgres://u:s3cret@db1:5432:5433,db2/name', 'a comma between them'],
  ['postgres://u:s3cret@/name?host=db1,db2', 'before the name of the database'],
  ['postgres://u:s3cret@db1,db2/name?port=5433', 'before the name of the database'],
])('%s is refused in words that say what is wrong and show no password', (url, words) => {
  expect(faultOfAddress(url)).toContain(words);
  expect(faultOfAddress(url)).not.toContain('cret');
});

test.each([
  ['postgres://u:s3cret@db1:5432,db2/name', 'postgres://u:****@db1:5432,db2/name'],
  ['postgres://u:s3cret@s3cret@db/name', 'postgres://u:****@db/name'],
  ['postgres://u@db/name?password=s3cret&sslmode=require', 'postgres://u@db/name?****'],
  ['postgres://u@db/name?sslpassword=s3cret', 'postgres://u@db/name?****'],
  ['postgres://u@db/name?p%61ssword=s3cret', 'postgres://u@db/name?****'],
  ['postgres://:s3cret@db', 'postgres://:****@db'],
  ['postgres://u:s3/cret@db/name', '****'],
  ['no address with s3cret', '****'],
])('%s is printed as %s', (url, printed) => {
  expect(maskAddress(url)).toBe(printed);
});
