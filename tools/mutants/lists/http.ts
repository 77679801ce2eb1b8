import { bug, mutantsOf } from '../mutant.ts';

const server = (...names: string[]): string[] => names.map((name) => `server/platform/http/${name}.test.ts`);
const all = ['server/platform/http'];

/** The HTTP server: who may call, how often; headers and cookies. */
export const http = mutantsOf('http', [
  {
    file: 'server/platform/http/guard.ts',
    tests: server('access', 'guard', 'state-changes'),
    bugs: [
      bug(
        'a form of another site changes state',
        "if (headers[stateChangeHeader] !== stateChangeHeaderValue) throw new Refusal('crossSiteRefused');",
        '',
      ),
      bug(
        'a page of the same site but another origin changes state',
        "if (site !== 'same-origin') throw",
        "if (site === 'cross-site') throw",
      ),
      bug(
        'an Origin of another host changes state',
        'if (origin !== undefined && !isSameHost',
        'if (origin === undefined && !isSameHost',
      ),
      bug(
        'a host in capitals is another host',
        'return URL.canParse(address) && new URL(address).host === ofOrigin;',
        'return address === `${protocol}//${ofOrigin}`;',
      ),
      bug(
        'a role takes any operator’s operation',
        'isOperator(actor) && access.role.includes(actor.role)',
        'isOperator(actor)',
      ),
      bug(
        'a page of one member is answered for another',
        'shown !== undefined && session !== null && shown !== session.username',
        'false',
      ),
      bug('an operator calls as a member', "access === 'member' ? !isOperator(actor)", "access === 'member' ? true"),
    ],
  },
  {
    file: 'server/platform/http/rate-limit.ts',
    tests: server('limits'),
    bugs: [
      bug(
        'an idle hour saves up calls',
        'Math.min(allowance.burst, bucket.left + Math.max(0, refill))',
        'bucket.left + Math.max(0, refill)',
      ),
      bug(
        'a refused call costs as much as a granted one',
        'if (seconds === 0) bucket.left -= cost;',
        'bucket.left -= cost;',
      ),
      bug('a clock that goes back takes calls away', 'Math.max(0, refill)', 'refill'),
      bug('the whole burst is one call less', 'bucket.left >= cost ? 0', 'bucket.left > cost ? 0'),
      bug(
        'a call dearer than the burst is never granted',
        'const cost = Math.min(weight, allowance.burst);',
        'const cost = weight;',
      ),
      bug(
        'a /48 has the rate of all its networks',
        'if (ownSeconds === 0 && surrounding !== null) wide.take(surrounding, weight);',
        '',
      ),
      bug('a bucket is forgotten before it is full', 'Math.ceil((allowance.burst / allowance.perSecond) * 1_000)', '1'),
    ],
  },
  {
    file: 'server/platform/http/response.ts',
    tests: all,
    bugs: [
      bug('a weak tag is no match', ".replace(/^W\\//, '')", ''),
      bug('a refusal says no seconds to wait', '{ ...response, retryAfterSeconds: values.seconds }', 'response'),
      bug('an expired session looks like none', "...(code === 'sessionExpired' ? { state: expiredState } : {}),", ''),
    ],
  },
  {
    file: 'server/platform/http/api-call.ts',
    tests: all.concat('server/features/identity/identity-http.test.ts'),
    bugs: [
      bug(
        'an idempotency key may be anything',
        "if (!idempotencyKeyPattern.test(given)) throw new Refusal('idempotencyKeyInvalid');",
        '',
      ),
      bug(
        'the member’s language loses to the browser’s',
        "chooseLocale(headerOf(headers[localeHeader]), this.#actor?.locale, headers['accept-language'])",
        "chooseLocale(headerOf(headers[localeHeader]), undefined, headers['accept-language'])",
      ),
      bug(
        'an expired session is no session',
        "if (found === 'expired') this.#hasExpired = true;",
        "if (found === 'expired') this.#hasExpired = false;",
      ),
      bug('cookies behind https are not secure', "this.#dependencies.publicOrigin?.startsWith('https:') || ", ''),
    ],
  },
  {
    file: 'server/platform/http/api-routes.ts',
    tests: all,
    bugs: [
      bug('strangers have no allowance', 'holdBack(limits?.ofAddress, call.network, weight);\n    if', 'if'),
      bug(
        'access is not checked',
        'requirePermitted(access, await requireActor(call, lookup, cookieName, limits, weight));',
        'await requireActor(call, lookup, cookieName, limits, weight);',
      ),
      bug(
        'two money calls without a key run at once',
        'if (callers.has(caller)) throw',
        'if (!callers.has(caller) && callers.size > 99) throw',
      ),
      bug('a money call that failed blocks the next', '    callers.delete(caller);\n', ''),
      bug('a shared answer is one for all languages', "binding.sharedByLocale ? call.locale : ''", "''"),
      bug('answers may be cached', "'cache-control': 'no-store',", "'cache-control': 'private',"),
      bug(
        'answers may be sniffed',
        "  'x-content-type-options': 'nosniff',\n  'content-security-policy': \"default-src 'none'; frame-ancestors 'none'\",\n  'cross",
        "  'content-security-policy': \"default-src 'none'; frame-ancestors 'none'\",\n  'cross",
      ),
      bug(
        'other sites may embed answers',
        "  'content-security-policy': \"default-src 'none'; frame-ancestors 'none'\",\n  'cross-origin-resource-policy': 'same-origin',\n",
        "  'content-security-policy': \"default-src 'none'; frame-ancestors 'none'\",\n",
      ),
      bug(
        'the dependence of shared answers on cookies is not said',
        'vary: `${localeHeader}, accept-language, cookie`',
        'vary: `${localeHeader}, accept-language`',
      ),
      bug(
        'a refused call does not say when to retry',
        "reply.header('retry-after', String(answer.retryAfterSeconds))",
        'void 0',
      ),
      bug('a database that is away is an internal error', "failure === 'away' || ", ''),
      bug('a deadlock is an internal error', " || failure === 'conflict'", ''),
      bug(
        'state changes are not checked for their origin',
        "if (operation.effect !== 'read') requireOwnOrigin(request.headers);",
        "if (operation.effect === 'money') requireOwnOrigin(request.headers);",
      ),
      bug('an unchanged answer is sent again', 'if (isNamedIn(', 'if (false && isNamedIn('),
    ],
  },
  {
    file: 'server/platform/http/deleted-account.ts',
    tests: ['server/test/deleted-while-calling.test.ts'],
    bugs: [
      bug('a call of a deleted account is an internal error', "failure === 'deleted' || (await", '(await'),
      bug('a read of a deleted account is an internal error', ' || (await asked?.catch(() => false)) === true', ''),
      bug('an operator who acts on a deleted account meets an internal error', "  'memberUnknown',\n", ''),
    ],
  },
  {
    file: 'server/platform/http/require-actor.ts',
    tests: server('access', 'http-server', 'limits', 'role-matrix'),
    bugs: [
      bug(
        'a member call needs no session',
        "throw new Refusal(call.hasExpired ? 'sessionExpired' : 'notSignedIn');",
        "return { memberId: 0n, username: '', locale: 'en', timeZone: 'UTC' };",
      ),
      bug('guessed sessions cost nothing', 'holdBack(limits?.ofAddress, call.network, 1);', ''),
      bug(
        'every guessed session is looked up',
        '() => requireAllowance(limits?.ofAddress, call.network)',
        '() => undefined',
      ),
      bug('members have no allowance', 'holdBack(limits?.ofMember, nameOf(actor), weight);', ''),
      bug(
        'a file of the console is read by any role',
        'requirePermitted({ role }, await requireActor(call, unused, operatorCookieName, limits, 1));',
        'await requireActor(call, unused, operatorCookieName, limits, 1);',
      ),
    ],
  },
  {
    file: 'server/platform/http/caller-checks.ts',
    tests: all,
    bugs: [
      bug(
        'a request for another host is served',
        'namesOf(request).find((name) => !isOwnHost(name))',
        'namesOf(request).find((name) => !isOwnHost(name) && name.length > 999)',
      ),
      bug(
        'a rebound page says by a header that it calls this machine',
        "isOnThisMachine(socket.remoteAddress) ? [host, headers.host ?? ''] : [host]",
        '[host]',
      ),
      bug(
        'two Host headers are taken',
        "if (countOf('host', raw.rawHeaders) > 1) {",
        "if (countOf('host', raw.rawHeaders) > 2) {",
      ),
      bug(
        'the operator does not hear of a proxy that is not trusted',
        'warnOfProxy({ from: socket.remoteAddress });',
        '',
      ),
    ],
  },
  {
    file: 'server/platform/http/cookies.ts',
    tests: all.concat('server/test/tls-proxy.test.ts'),
    bugs: [
      bug('scripts read the session', 'httpOnly: true', 'httpOnly: false'),
      bug('the session is sent from other sites', "sameSite: 'strict'", "sameSite: 'lax'"),
      bug('the session is sent in the clear', 'secure: isSecure', 'secure: false'),
      bug('another host of the domain sets the session', '(isSecure ? `__Host-${name}` : name)', 'name'),
    ],
  },
  {
    file: 'server/platform/http/file-routes.ts',
    tests: ['server/test/images.test.ts', ...all],
    bugs: [
      bug('files may be cached by shared caches', "'cache-control': 'no-store',", "'cache-control': 'public',"),
      bug(
        'a picture may run as a page',
        "'content-security-policy': \"default-src 'none'; sandbox\",",
        "'content-security-policy': \"default-src 'none'\",",
      ),
      bug('a picture may be sniffed', "  'x-content-type-options': 'nosniff',\n", ''),
      bug(
        'pictures need no session',
        'else await requireActor(call, sessions, sessionCookieName, limits, 1);',
        'else await call.identify(sessions, sessionCookieName);',
      ),
    ],
  },
  {
    file: 'server/platform/http/health-routes.ts',
    tests: all,
    bugs: [
      bug(
        'the metrics are open to anybody',
        'if (!isBearer(request.headers.authorization, metricsKey)) return reply.callNotFound();',
        '',
      ),
      bug(
        'every question whether the server is ready asks the database',
        'const probedForMs = 1_000;',
        'const probedForMs = 0;',
      ),
    ],
  },
  {
    file: 'server/platform/http/api-routes.ts',
    tests: server('state-changes'),
    bugs: [
      bug(
        'a money call of one member refuses that of another',
        'oneAtATime(moneyCallers, nameOf(call.actor ?? call.member), run)',
        'oneAtATime(moneyCallers, binding.name, run)',
      ),
    ],
  },
  {
    file: 'server/platform/http/api-routes.ts',
    tests: ['server/test/image-uploads.test.ts'],
    bugs: [
      bug(
        'uploads of one member refuse that of another',
        'uploads.run(nameOf(call.actor ?? call.member), async',
        'uploads.run(binding.name, async',
      ),
    ],
  },
]);
