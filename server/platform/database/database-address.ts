import { isLoopback } from '../network.ts';

/** One server of a connection URL. */
export interface DatabaseHost {
  /** Name or IP address, an IPv6 one without brackets. */
  readonly host: string;
  readonly port: number;
  /** The URL with this server only. */
  readonly url: string;
}

const shape =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<login>[^/?#]*@)?(?<hosts>[^/?#@]*)(?<path>\/[^?#@]*)?(?<query>\?[^#@]*)?$/;
const oneHost = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[a-z0-9._-]+))(?::(?<port>\d{1,5}))?$/i;
const usualPort = 5432;
const portMax = 65_535;

/** What a connection URL of one or several servers must be, for an error message; undefined when it is valid. */
export function faultOfAddress(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\/./.test(url)) return 'a postgres:// address';
  const groups = shape.exec(url)?.groups;
  if (!groups) return 'a postgres:// address in whose password @, :, /, ? and # are percent-encoded, as in p%40ss';
  const { hosts = '', query = '' } = groups;
  if (/[?&](host|port)=[^&]*(,|%2c)/i.test(query) || (hosts.includes(',') && /[?&](host|port)=/i.test(query))) {
    return 'an address with all of its hosts before the name of the database, as in postgres://user@host1:5432,host2:5432/name';
  }
  if (!hosts.includes(',')) {
    if (!URL.canParse(url)) return 'a postgres:// address, with a port from 1 to 65535';
    return faultOfEncryption([hosts], query);
  }
  const fits = hosts.split(',').every((host) => {
    const parts = oneHost.exec(host)?.groups;
    return parts && isPort(Number(parts.port ?? usualPort));
  });
  if (!fits) {
    return 'an address of hosts with a comma between them, each a name or an IP address and a port from 1 to 65535';
  }
  return faultOfEncryption(hosts.split(','), query);
}

/** The driver encrypts nothing unless the address says so: towards another machine that has to be a decision. */
function faultOfEncryption(hosts: readonly string[], query: string): string | undefined {
  // As the driver reads them: the last of each name counts, and an empty sslmode is none.
  const { host, sslmode } = Object.fromEntries(new URLSearchParams(query));
  // A path is that of a Unix socket.
  const areHere = (host === undefined ? hosts : [host]).every(
    (one) => /^(\/|%2f)/i.test(one) || isLoopback(nameOf(one)),
  );
  if (areHere || sslmode) return undefined;
  return 'an address of another machine that ends in ?sslmode=verify-full, with sslrootcert=FILE for an authority of your own (or ?sslmode=disable on a network that nobody else can read)';
}

const nameOf = (host: string): string => {
  const { v6, name = '' } = oneHost.exec(host)?.groups ?? {};
  return v6 ?? name;
};

/** The servers of a multi-host URL, in order; none for a single-host URL, which the driver parses itself. */
export function hostsOf(url: string): DatabaseHost[] {
  const { scheme = '', login = '', hosts = '', path = '', query = '' } = shape.exec(url)?.groups ?? {};
  if (!hosts.includes(',')) return [];
  return hosts.split(',').map((host) => {
    const { v6, name = '', port } = oneHost.exec(host)?.groups ?? {};
    return { host: v6 ?? name, port: Number(port ?? usualPort), url: `${scheme}${login}${host}${path}${query}` };
  });
}

/** The URL for logs: without password and query parameters, any of which may be secret. */
export function maskAddress(url: string): string {
  const groups = shape.exec(url)?.groups;
  if (!groups) return '****';
  const { scheme = '', login = '', hosts = '', path = '', query = '' } = groups;
  const user = login.replace(/:.*@$/, ':****@');
  return `${scheme}${user}${hosts}${path}${query === '' ? '' : '?****'}`;
}

function isPort(port: number): boolean {
  return port >= 1 && port <= portMax;
}
