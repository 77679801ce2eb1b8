import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { Log } from '../log.ts';
import { isLoopback } from '../network.ts';
import { warnOncePerMinute } from '../resources.ts';
import type { IsProxy } from '../trusted-proxies.ts';

export interface CallerCheckDependencies {
  readonly log: Log;
  /** Where members open the app; undefined where nothing is said of it. */
  readonly publicOrigin: string | undefined;
  /** Address or name that the server listens on. */
  readonly host: string;
  readonly isProxy: IsProxy;
  refuse(request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply;
}

/** Asked by name or number by whatever watches over the process, and answering nothing that a site could use. */
const healthPaths = /^\/(healthz|readyz|metrics)(\?|$)/;

/**
 * Refuses requests that were sent to another host. A site can point its own name at this server (DNS rebinding) and its pages
 * then share an origin with it; the name they were opened under is the one thing they cannot change.
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
    const { raw, host, headers, socket } = request;
    if (headers['x-forwarded-for'] !== undefined && !isProxy(socket.remoteAddress)) {
      warnOfProxy({ from: socket.remoteAddress });
    }
    if (countOf('host', raw.rawHeaders) > 1) {
      refuse(request, reply, 'malformedRequest');
    } else if (isOwnHost(host) || healthPaths.test(request.url)) {
      next();
    } else {
      warnOfHost({ host: host.slice(0, 100) });
      refuse(request, reply, 'crossSiteRefused');
    }
  });
}

/** The public host and this machine; without a public one the name it listens on, and any address in numbers, which no name can be. */
function ownHosts({ publicOrigin, host: ownName }: CallerCheckDependencies): (host: string) => boolean {
  const scheme = publicOrigin === undefined ? 'http:' : new URL(publicOrigin).protocol;
  const ownHost = publicOrigin === undefined ? null : new URL(publicOrigin).host;
  return (host) => {
    if (host === ownHost) return true;
    const address = `${scheme}//${host}`;
    if (host === '' || !URL.canParse(address)) return false;
    const { host: plain, hostname } = new URL(address);
    const name = hostname.replace(/^\[|\]$/g, '');
    if (plain === ownHost || isLoopback(name)) return true;
    return ownHost === null && (name === ownName || isIP(name) !== 0);
  };
}

/** Of names and values in turn, as they came. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) count += 1;
  return count;
}
