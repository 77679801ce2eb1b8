import { bug, mutantsOf } from '../mutant.ts';

const of = (name: string, ...more: string[]): string[] => [`server/platform/${name}.test.ts`, ...more];
const delivering = of('events/member-delivery');

/** Time, locks, polls, events, settings and what else every feature stands on. */
export const platform = mutantsOf('platform', [
  {
    file: 'server/migrations/0027-operators.sql',
    tests: ['server/platform/approvals/approving-operators.test.ts'],
    bugs: [
      bug(
        'an operator’s act stands in the log under any role',
        'where name = new.operator and role = new.role and ended_at is null for share',
        'where name = new.operator and ended_at is null for share',
      ),
    ],
  },
  {
    file: 'server/platform/http/api-routes.ts',
    tests: ['server/platform/http/request-bodies.test.ts'],
    bugs: [
      bug(
        'fields of a POST may stand in its URL',
        "operation.method === 'POST' ? undefined : request.query",
        'request.query',
      ),
    ],
  },
  {
    file: 'server/platform/factors/authenticator-code.ts',
    tests: ['server/platform/factors/authenticator-code.test.ts'],
    bugs: [
      bug(
        'the first of two codes in a row may have been used',
        'stepOfCode(secret, second, now, lastStep + 1)',
        'stepOfCode(secret, second, now, lastStep)',
      ),
    ],
  },
  {
    file: 'server/platform/sign-in-failures/counted-check.ts',
    tests: ['server/platform/sign-in-failures/sign-in-failure-store.test.ts'],
    bugs: [
      bug(
        'a sign-in that succeeds clears what its network has failed',
        'run: subject.clearedBySuccess ? noFailures : withoutFailure(subject.run)',
        'run: noFailures',
      ),
    ],
  },
  {
    file: 'server/platform/clock.ts',
    tests: of('clock'),
    bugs: [
      bug(
        'a clock shows more than the database has extended',
        'Math.min(shownUntilMs, timeOf(anchor(), wallNow()))',
        'timeOf(anchor(), wallNow())',
      ),
      bug('the product clock goes back', 'latest = Math.max(latest, Math.trunc(', 'latest = Math.max(0, Math.trunc('),
      bug(
        'a start time counts at each start',
        'if (stored === null) return from(settings.startMs ?? wallMs);',
        'if (stored === null || settings.startMs !== null) return from(settings.startMs ?? wallMs);',
      ),
      bug(
        'a wall clock that was set back takes the product clock with it',
        'isSetBack ? stored.shownUntilMs : Math.ceil(timeOf(stored, wallMs))',
        'Math.ceil(timeOf(stored, wallMs))',
      ),
      bug(
        'a new speed counts from the first start',
        'stored.speed === settings.speed && !isSetBack ? stored',
        '!isSetBack ? { ...stored, speed: settings.speed }',
      ),
      bug('a node whose clock is off starts', '  if (found) throw new Error(found);\n', ''),
      bug(
        'a node behind is told to be ahead',
        "skewMs > 0 ? 'ahead of' : 'behind'",
        "skewMs < 0 ? 'ahead of' : 'behind'",
      ),
      bug('minutes of skew are agreement', 'skewMsMax = 2_000', 'skewMsMax = 200_000'),
      bug(
        'product time is waited for at wall speed',
        'Math.max(delayMsMin, productMs / speed)',
        'Math.max(delayMsMin, productMs)',
      ),
      bug('a fast clock polls without a pause', 'Math.max(delayMsMin, productMs / speed)', 'productMs / speed'),
      bug(
        'leaving a demonstration jumps nowhere',
        'if (isPlain && productMs < wallMs) return from(wallMs, stored.shownUntilMs);',
        '',
      ),
    ],
  },
  {
    file: 'server/platform/locks.ts',
    tests: of('locks'),
    bugs: [
      bug(
        'locks of two subjects meet',
        'select ${fn}($1, hashtext($2)) as result`, [\n    lockNumbers[name],\n    subject,\n  ]',
        'select ${fn}($1, hashtext($2)) as result`, [\n    lockNumbers[name],\n    subject.slice(0, 0),\n  ]',
      ),
      bug('a work that failed keeps its lock', 'client.release(isBroken);', 'client.release();'),
      bug(
        'work runs without the lock',
        'if (!(await tryLock(client, name, subject))) {\n      isBroken = false;',
        "if (!(await tryLock(client, name, subject)) && name === ('' as string)) {\n      isBroken = false;",
      ),
      bug('a lock within a transaction is that of all members', 'hashtext(${String(subject)})', "hashtext('')"),
      bug('a leader that lost its connection still leads', "client.on('error', lose).on('end', lose);", ''),
      bug('a leader never gives up', '    this.#client?.release(true);\n', ''),
      bug('a work that is done keeps its lock', "    await call(client, 'pg_advisory_unlock', name, subject);\n", ''),
    ],
  },
  {
    file: 'server/platform/poll.ts',
    tests: of('poll'),
    bugs: [
      bug('runs overlap', 'if (running) isWoken = true;', 'if (running) start();'),
      bug('a wake during a run is lost', '      if (isWoken) return startRested();\n', ''),
      bug('a stopped poll is woken', 'else if (!stopping.signal.aborted) startRested();', 'else startRested();'),
      bug('what wakes a poll often runs it as often', 'restedAtMs = Date.now() + restMs;', ''),
      bug('stop does not wait for the run', '      await running;\n', ''),
      bug('stop does not tell the run', '      stopping.abort();\n', ''),
      bug('failures are retried at the same pace', '2 ** Math.min(failures, 20)', '2'),
      bug('a success does not end the back-off', '      failures = 0;\n', ''),
      bug('a failing poll retries without a pause', 'Math.max(10, everyMs)', 'Math.max(0, everyMs - everyMs)'),
      bug(
        'while another node has the lock, this one waits its full pause',
        "outcome === 'done' ? pauseMs() : Math.min(lockHeldPauseMsMax, pauseMs())",
        'pauseMs()',
      ),
      bug('the lock is not taken', 'return lock ? (', 'return lock && !lock ? ('),
      bug('a failed run is on the metrics as done', "endTimer({ outcome: 'failed' })", "endTimer({ outcome: 'done' })"),
    ],
  },
  {
    file: 'server/platform/schedule.ts',
    tests: of('schedule'),
    bugs: [
      bug(
        'work that failed is stored as done',
        '        await run(signal);\n        await pool.query(storeNext, [name, everyMs]);',
        '        await pool.query(storeNext, [name, everyMs]);\n        await run(signal);',
      ),
      bug('work that is not due is done', 'dueMs <= 0 ||', 'dueMs <= 1e12 ||'),
      bug('work rests until a clock that was set back is where it was', ' || dueMs > everyMs;', ';'),
      bug('due times drift', "date_bin($2 * interval '1 millisecond', now(), 'epoch') + $2", 'now() + $2'),
      bug(
        'works share one lock',
        "lock: { pool, name: 'schedule', subject: name }",
        "lock: { pool, name: 'schedule' }",
      ),
      bug('several nodes do the work', "    lock: { pool, name: 'schedule', subject: name },\n", ''),
      bug('work that never ran is not due', 'return rows[0]?.ms ?? 0;', 'return rows[0]?.ms ?? 1e9;'),
    ],
  },
  {
    file: 'server/platform/events/bus.ts',
    tests: of('nodes'),
    bugs: [
      bug('a bus that was cut off stays so', '      reconnect(retryMsMin);\n', ''),
      bug('nobody learns of the gap', '        for (const listener of gapListeners) callSafely(listener, log);\n', ''),
      bug(
        'one listener that fails stops the others',
        'callSafely(() => listener(message.payload), log);',
        'listener(message.payload);',
      ),
      bug(
        'a message of one topic reaches all listeners',
        'listeners.get(message.topic) ?? []',
        '[...listeners.values()].flatMap((some) => [...some])',
      ),
      bug(
        'a message that is too long is sent',
        'if (Buffer.byteLength(text) > payloadBytesMax) throw',
        'if (text.length > 1e9) throw',
      ),
      bug('who unsubscribed still hears', 'return () => void ofTopic.delete(listener);', 'return () => undefined;'),
    ],
  },
  {
    file: 'server/platform/events/event-hub.ts',
    tests: of('events/event-hub'),
    bugs: [
      bug('any number of pages is kept open', 'if (all.size >= connectionsMax) return null;', ''),
      bug('one member has any number of pages', 'if (pages.size > memberConnectionsMax) oldest?.end();', ''),
      bug('the newest page of a member is closed', 'const [oldest] = pages;', 'const oldest = [...pages].at(-1);'),
      bug('a page that went away is written to', '        all.delete(connection);\n', ''),
      bug(
        'a member whose page went away is connected',
        'if (memberId !== null) leave(byMember, memberId, connection);',
        '',
      ),
      bug(
        'a page hears a topic it did not ask for',
        'const subscribers = byTopic.get(topic);',
        'const subscribers = all;',
      ),
      bug(
        'a member’s event reaches every page',
        'const pages = byMember.get(memberId);\n      if (!pages) return;',
        'const pages = byMember.get(memberId) && all;\n      if (!pages) return;',
      ),
      bug('a page gets no welcome', ', ...welcome.map((event) => encodeEvent(event))', ''),
      bug('slow pages queue every event', 'connection.sendLatest(slot, frame)', 'connection.send(frame)'),
      bug('a closed hub leaves its pages open', '      for (const connection of all) connection.end();\n', ''),
      bug(
        'a member who signed out keeps the pages',
        '      for (const connection of byMember.get(memberId) ?? []) connection.end();\n',
        '',
      ),
    ],
  },
  {
    file: 'server/platform/events/member-delivery.ts',
    tests: delivering,
    bugs: [
      bug(
        'an event that came meanwhile is taken back',
        'known === before[place] && known !== transferId',
        'known !== transferId',
      ),
      bug(
        'a page that comes back never learns what it missed',
        'after === undefined ? read.isRecent : after !== String(transferId)',
        'false',
      ),
      bug('a page that missed nothing gets balances again', 'after !== String(transferId)', 'true'),
      bug('a page that comes back reads nothing else again', 'if (after !== undefined) page.send(resyncEvent);', ''),
      bug(
        'after a gap of the bus pages do not read again',
        'for (const memberId of hub.members()) hub.sendTo(memberId, resyncEvent);',
        '',
      ),
      bug('after a gap positions are not compared', '      reconciling.wake();\n', ''),
      bug(
        'members whose pages closed are never forgotten',
        'for (const memberId of sent.keys()) if (!hub.isConnected(memberId)) sent.delete(memberId);',
        '',
      ),
      bug(
        'the member’s other pages miss it',
        'return sendBalances(memberId, read.transferId);',
        'return page.send(balancesEvent, String(read.transferId));',
      ),
      bug(
        'a position that cannot be read is none',
        '        sent.set(memberId, unknown);\n        return page.send(balancesEvent);',
        '        return;',
      ),
      bug('only the first members are reconciled', 'from += positionsPerRead) {', 'from += Number.MAX_SAFE_INTEGER) {'),
    ],
  },
  {
    file: 'server/platform/events/member-events.ts',
    tests: delivering,
    bugs: [
      bug('messages are too long for the bus', 'if (count > 0 && bytes > messageBytesMax) break;', ''),
      bug(
        'members beyond the first hundred hear nothing',
        'from += membersPerEntry) {',
        'from += Number.MAX_SAFE_INTEGER) {',
      ),
      bug('each event is a message of its own', '    await new Promise(setImmediate);\n', ''),
      bug('after the first message nothing is sent', '    this.#sending = null;\n', ''),
      bug('each batch’s balances go apart', 'restedAtMs = performance.now() + balancesRestMs;', ''),
    ],
  },
]);
