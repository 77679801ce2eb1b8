import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { Log } from '../log.ts';
import { memoize } from '../memoize.ts';
import { isLoopback } from '../network.ts';
import { warnOncePerMinute } from '../resources.ts';
import { type IsProxy, loopbackProxies, proxiesIn } from '../trusted-proxies.ts';

export interface CallerCheckDependencies {
  readonly log: Log;
  /** Public origin of the app; undefined if not configured. */
  readonly publicOrigin: string | undefined;
  /** Address or name that the server listens on. */
  readonly host: string;
  readonly isProxy: IsProxy;
  refuse(request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply;
}

const isOnThisMachine = proxiesIn(loopbackProxies);

const hostsKeptMax = 1_000;
/** Of a name (RFC 1035) with its port. */
const hostLengthMax = 255 + ':65535'.length;

/** Health checks, exempt because monitors call them by any host; they return nothing useful to a foreign site. */
const healthPaths = /^\/(healthz|readyz|metrics)(\?|$)/;

/**
 * Refuses requests with a foreign Host header, against DNS rebinding: a site that points its name at this server would share an
 * origin with it, but its pages cannot change the Host.
 */
export function addCallerChecks(app: FastifyInstance, dependencies: CallerCheckDependencies): void {
  const { log, isProxy, refuse } = dependencies;
  const isOwnHost = ownHosts(dependencies);
  const warnOfHost = warnOncePerMinute(log, 'a request for another host was refused: PUBLIC_ORIGIN names the own one');
  const warnOfProxy = warnOncePerMinute(
    log,
    'X-Forwarded-For is not believed, so callers share one address: if this is your proxy, name it in TRUSTED_PROXIES',
  );
  app.addHook('onRequest', (request, reply, next) => {
    const { raw, headers, socket } = request;
    if (headers['x-forwarded-for'] !== undefined && !isProxy(socket.remoteAddress)) {
      warnOfProxy({ from: socket.remoteAddress });
    }
    const foreignName = namesOf(request).find((name) => !isOwnHost(name));
    if (countOf('host', raw.rawHeaders) > 1) {
      refuse(request, reply, 'malformedRequest');
    } else if (foreignName === undefined || healthPaths.test(request.url)) {
      next();
    } else {
      warnOfHost({ host: foreignName.slice(0, 100) });
      refuse(request, reply, 'crossSiteRefused');
    }
  });
}

/**
 * The names that a request gives its server: what a trusted proxy forwards and, from this machine, also the Host itself. A rebound page
 * in a browser here has the address of a local proxy and can send any X-Forwarded-Host; only a proxy elsewhere may have its own name
 * for this server.
 */
function namesOf({ host, headers, socket }: FastifyRequest): readonly string[] {
  return isOnThisMachine(socket.remoteAddress) ? [host, headers.host ?? ''] : [host];
}

/** Allowed hosts: the public one and loopback; without a public one the listening name and any IP address, which cannot be rebound. */
function ownHosts({ publicOrigin, host: ownName }: CallerCheckDependencies): (host: string) => boolean {
  const scheme = publicOrigin === undefined ? 'http:' : new URL(publicOrigin).protocol;
  const ownHost = publicOrigin === undefined ? null : new URL(publicOrigin).host;
  const isOwn = memoize(hostsKeptMax, (host) => {
    const address = `${scheme}//${host}`;
    if (host === '' || !URL.canParse(address)) return false;
    const { host: plain, hostname } = new URL(address);
    const name = hostname.replace(/^\[|\]$/g, '');
    if (plain === ownHost || isLoopback(name)) return true;
    return ownHost === null && (name === ownName || isIP(name) !== 0);
  });
  return (host) => host === ownHost || (host.length <= hostLengthMax && isOwn(host));
}

/** Occurrences of a header in raw headers, which alternate names and values. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) count += 1;
  return count;
}
