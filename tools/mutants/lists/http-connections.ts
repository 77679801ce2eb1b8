import { bug, mutantsOf } from '../mutant.ts';

const server = (...names: string[]): string[] => names.map((name) => `server/platform/http/${name}.test.ts`);

/** The HTTP server's connections: how many of whom, and whose turn it is. */
export const httpConnections = mutantsOf('http', [
  {
    file: 'server/platform/http/connection-table.ts',
    tests: server('connection-table').concat(server('connections')),
    bugs: [
      bug(
        'a working connection makes room for a newcomer',
        "(['waiting', 'idle'] as const)",
        "(['waiting', 'idle', 'working'] as const)",
      ),
      bug('a crowd makes room no sooner than others', 'most > crowdAbove', 'false'),
      bug(
        'a response that is not read keeps its place',
        'if (unread !== undefined && isOverdue(unread)) return unread;\n    const crowd',
        'const crowd',
      ),
      bug(
        'a crowd that got smaller stays the largest',
        'while (this.#most > 0 && !this.#byCount.has(this.#most)) this.#most -= 1;',
        '',
      ),
      bug('the streams of members make their network a crowd', 'this.size - memberStream.size', 'this.size'),
      bug(
        'a response that is not read keeps its place in its network',
        "    const [unread] = group?.of('working') ?? [];\n    if (unread !== undefined && isOverdue(unread)) return unread;\n",
        '',
      ),
      bug('a connection is as long idle as it is open', '    connection.sinceMs = Date.now();\n', ''),
    ],
  },
  {
    file: 'server/platform/http/connection-queue.ts',
    tests: server('connection-queue'),
    bugs: [
      bug(
        'a server is crowded for good once it has had some connections, however slowly they came',
        'if (hasAccepted || postponed.size > 0) schedule();',
        'if (postponed.size > 0) schedule();',
      ),
      bug('a crowd is handled while others arrive', 'hasAccepted ? ofBusyTurn : perQuietTurn', 'perQuietTurn'),
      bug(
        'a crowd waits for ever while others arrive',
        'hasAccepted ? ofBusyTurn : perQuietTurn',
        'hasAccepted ? 0 : perQuietTurn',
      ),
      bug('the error of a postponed connection ends the process', "socket.on('error', ignore);", ''),
      bug(
        'what arrives one turn after the other is handled at once',
        "(urgency === 'usual' && acceptingTurns < busyTurns)",
        "urgency === 'usual'",
      ),
      bug(
        'a connection that was closed while it waited takes its turn',
        "      socket.once('close', () => postponed.remove(network, socket));\n",
        '',
      ),
    ],
  },
  {
    file: 'server/platform/http/request-queue.ts',
    tests: server('request-queue'),
    bugs: [
      bug('members wait with the visitors', 'if (isOneOfFew(account) || !hasCrowd) next();', 'if (!hasCrowd) next();'),
      bug('a member who paused waits with the visitors', 'lookup.peek(token, true)', 'lookup.peek(token)'),
      bug('one session lets in as many requests as it sends', 'return count <= ofAccountMax;', 'return true;'),
      bug('visitors work on while connections wait to be accepted', 'nowMs < restUntilMs || ', ''),
      bug(
        'an invented cookie is taken for a member',
        "typeof found === 'object' ? nameOf(found) : null",
        "typeof found === 'object' ? nameOf(found) : 'somebody'",
      ),
      bug('visitors of all networks wait in one line', 'account === null ? network : ', "account === null ? '' : "),
    ],
  },
  {
    file: 'server/platform/http/preferred-networks.ts',
    tests: server('preferred-networks'),
    bugs: [
      bug('an account makes a network prompt for as long as others call', 'if (untilMs > Date.now()) break;', 'break;'),
      bug(
        'the oldest accounts push the newest ones out',
        'const [oldest] = accounts.keys();',
        'const oldest = [...accounts.keys()].at(-1);',
      ),
      bug('a session makes every network prompt', 'if (own.size >= networksOfAccountMax) return false;', ''),
      bug('networks that an account has left count for ever', 'if (untilMs <= Date.now()) own.delete(other);', ''),
    ],
  },
  {
    file: 'server/platform/http/connections.ts',
    tests: server('connections').concat('server/test/hostile-connections.test.ts'),
    bugs: [
      bug(
        'a network opens any number of connections',
        'table.countOf(network) > bounds.ofNetworkMax',
        'table.countOf(network) > bounds.max',
      ),
      bug(
        'one account that is signed in makes all connections of its network prompt',
        'count <= preferred.allowed(network)',
        'preferred.allowed(network) > 0',
      ),
      bug(
        'one account that is signed in lets all that waits of its network in',
        'queue?.release(network, more)',
        'queue?.release(network, 1_000)',
      ),
      bug('a closed connection counts for ever', "    socket.once('close', () => table.remove(socket));\n", ''),
      bug(
        'requests pile up on one connection',
        'connection.unanswered > pipelinedMax',
        'connection.unanswered > 1_000',
      ),
      bug(
        'a request with a body is closed while it is worked on',
        "    if (hasBody) request.once('end', () => table.move(socket, 'working'));\n",
        '',
      ),
      bug('a request whose body never ends counts as work', "hasBody ? 'waiting' : 'working'", "'working'"),
      bug(
        'members’ streams make room like visitors’',
        "isMember ? 'memberStream' : 'visitorStream'",
        "isMember ? 'visitorStream' : 'visitorStream'",
      ),
      bug('an answered connection stays at work', "if (connection.unanswered === 0) table.move(socket, 'idle');", ''),
      bug(
        'a proxy’s connections count as one network',
        'isProxy(address) ? null : networkOf(address)',
        'networkOf(address)',
      ),
    ],
  },
  {
    file: 'server/platform/locks.ts',
    tests: ['server/platform/locks.test.ts'],
    bugs: [
      bug('a shared lock is not taken', "  await call(client, 'pg_advisory_lock_shared', name, '');\n", ''),
      bug('a shared lock is never given up', "  await call(client, 'pg_advisory_unlock_shared', name, '');\n", ''),
    ],
  },
  {
    file: 'server/platform/batched-loader.ts',
    tests: ['server/platform/batched-loader.test.ts'],
    bugs: [bug('questions are asked beside the one under way', '    isReading = true;\n', '')],
  },
  {
    file: 'server/platform/log.ts',
    tests: ['server/platform/log.test.ts'],
    bugs: [
      bug('passwords are logged', '      redact: secretPaths,\n', ''),
      bug(
        'lines that a log has no room for are not counted',
        'if (dropped === 0) return;',
        'if (dropped >= 0) return;',
      ),
      bug('lines that a full disk did not take are not counted', 'if (error) failed += 1;', ''),
      bug(
        'what was thrown and is no error is logged without what it says',
        '{ ...selectedFields(error), fields: Object.keys(error) }',
        '{ fields: Object.keys(error) }',
      ),
      bug('all fields of what was thrown are logged', 'fields: Object.keys(error)', 'fields: error'),
      bug('causes are followed without end', ' && causes < causesMax', ''),
    ],
  },
  {
    file: 'server/app-gateways.ts',
    tests: ['server/test/beacon-clock.test.ts'],
    bugs: [
      bug(
        'drand is taken on a clock that runs fast',
        "if (beacon === 'drand' && !isWallClock)",
        "if (beacon === 'drand' && false)",
      ),
      bug(
        'drand is taken on a clock that is behind',
        'Math.abs(clock.now() - clock.wallNow())',
        'clock.now() - clock.wallNow()',
      ),
    ],
  },
]);
