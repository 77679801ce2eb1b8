import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallCookies } from './binding.ts';

/** Reads and writes the origin's cookies; the header is parsed on first use. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): CallCookies {
  let parsed: Record<string, string | undefined> | undefined;
  const fullName = (name: string): string => (isSecure ? `__Host-${name}` : name);
  const send = (name: string, value: string, maxAge: number): void => {
    const options = { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure, maxAge } as const;
    reply.header('set-cookie', fastifyCookie.serialize(fullName(name), value, options));
  };
  return {
    read(name) {
      parsed ??= fastifyCookie.parse(request.headers.cookie ?? '');
      return parsed[fullName(name)];
    },
    write(name, value, lifeSeconds) {
      send(name, value, lifeSeconds);
      parsed = { ...(parsed ?? fastifyCookie.parse(request.headers.cookie ?? '')), [fullName(name)]: value };
    },
    clear: (name) => send(name, '', 0),
  };
}
