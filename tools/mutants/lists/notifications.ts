import { bug, mutantsOf } from '../mutant.ts';

const folder = 'server/features/notifications';
const listTests = [`${folder}/notifications.test.ts`];
const pushTests = [`${folder}/push/push-sender.test.ts`, `${folder}/push/push-devices.test.ts`];
const endpointTests = [`${folder}/push/push-endpoint.test.ts`];

/** What members are notified of, and push messages. */
export const notifications = mutantsOf('notifications', [
  {
    file: 'server/ledger/member-transfers.ts',
    tests: listTests,
    bugs: [
      bug('a transfer of two postings is two notifications', 'earlier.place < p.place', 'earlier.place < 0'),
      bug('what moves within a member counts as earned', 'case when from_account > 0 then amount else 0 end', '0'),
      bug('the last of a page comes again on the next', 'p.transfer_id < $4', 'p.transfer_id <= $4'),
    ],
  },
  {
    file: `${folder}/event-log.ts`,
    tests: listTests,
    bugs: [
      bug(
        'the last event of a page begins the next one',
        'const next = rows.reduce<Position>',
        'const next = rows.slice(0, -1).reduce<Position>',
      ),
      bug(
        'a later position gives way to an earlier one',
        'return source.isAfter(one, two) ? one : two;',
        'return one;',
      ),
      bug(
        'of many single marks the oldest are kept, and unread notifications between them count as read',
        'Number(source.isAfter(other, one)) - Number(source.isAfter(one, other))',
        'Number(source.isAfter(one, other)) - Number(source.isAfter(other, one))',
      ),
    ],
  },
  {
    file: 'web/features/notifications/push-keeper.tsx',
    tests: ['web/features/notifications/push-presses.test.tsx'],
    bugs: [
      bug(
        'another account of a name gets the push messages that an earlier one chose',
        ' && !isOfEarlier(username, account.registeredAt)',
        '',
      ),
    ],
  },
  {
    file: 'web/platform/session/device-database.ts',
    tests: ['web/pages/name-again-presses.test.tsx'],
    bugs: [
      bug(
        'the push choice of an earlier account of the name stays',
        '  deviceStorage.removeItem(pushKey(name));\n',
        '',
      ),
      bug(
        'what an earlier account of the name had typed into the chat is shown to the next one',
        '?.startsWith(`${name} `)) tabStorage.removeItem(chatDraftKey);',
        '?.startsWith(`${name} `)) tabStorage.getItem(chatDraftKey);',
      ),
      bug(
        'what a member had typed into the chat is lost where another account is forgotten',
        'if (tabStorage.getItem(chatDraftKey)?.startsWith(`${name} `)) ',
        '',
      ),
    ],
  },
  {
    file: `${folder}/mark-notifications-read.ts`,
    tests: listTests,
    bugs: [
      bug('what has not happened can be read', ' || events.isAhead(position, newest)', ''),
      bug(
        'another member’s event can be marked as read',
        'if (!(await events.has(memberId, id))) throw',
        'if (!events.has) throw',
      ),
      bug(
        'what is read with the others is kept by itself as well',
        'if (!events.isWithin(id, reads.through)) await',
        'await',
      ),
    ],
  },
  {
    file: `${folder}/read-store.ts`,
    tests: listTests,
    bugs: [
      bug(
        'a notification that is marked read again is an internal error',
        'values (${memberId}, ${id})\n    on conflict do nothing`',
        'values (${memberId}, ${id})`',
      ),
    ],
  },
  {
    file: 'server/features/notifications/push/push-sender.ts',
    tests: ['server/features/notifications/push/push-stop.test.ts'],
    bugs: [bug('a node that stops sends to every device first', '      if (signal?.aborted) return;\n', '')],
  },
  {
    file: `${folder}/push/push-sender.ts`,
    tests: pushTests,
    bugs: [
      bug(
        'a device that is gone is tried for ever',
        "if (result.outcome === 'gone') return removeClaimed(tables, device);",
        '',
      ),
      bug(
        'a node whose claim has expired goes on',
        'if (!(await recordProgress(tables, device, progress))) return;',
        'await recordProgress(tables, device, progress);',
      ),
      bug('what is a day old is sent', 'found.filter(({ event }) => event.at > clock.now() - newsMs)', 'found'),
      bug('what piled up comes one by one', 'last && news.length > singleMax', 'last && news.length > 100'),
      bug('the message of many counts the last ones alone', 'news.push(...found', 'news.splice(0, 99, ...found'),
      bug('failures before a message that was taken still count', '    failures = 0;\n', ''),
      bug(
        'what was switched off is sent once it is on again',
        'events.encode(events.later(end, newest))',
        'events.encode(end)',
      ),
      bug('a push service that asks for time gets none', 'Math.max(asked, ', 'Math.max(0, '),
      bug('retries are as quick as the first', '2 ** (failures - 1)', '1'),
    ],
  },
  {
    file: `${folder}/push/device-queue.ts`,
    tests: pushTests,
    bugs: [
      bug('two nodes send to one device', 'device.claimed_until <= now() and device.retry_at', 'device.retry_at'),
      bug('an expired session gets messages', ' and ended_at is null and expires_at > now()', ' and ended_at is null'),
    ],
  },
  {
    file: `${folder}/push/device-store.ts`,
    tests: pushTests,
    bugs: [
      bug(
        'a device is added to an ended session',
        ' and member_id = ${memberId} and ended_at is null',
        ' and member_id = ${memberId}',
      ),
      bug(
        'the next member of a device gets what was for the first',
        'case when device.member_id = excluded.member_id then device.position else excluded.position end',
        'device.position',
      ),
    ],
  },
  {
    file: `${folder}/push/push-endpoint.ts`,
    tests: endpointTests,
    bugs: [
      bug(
        'a name may lead to this machine',
        'addresses.filter(({ address }) => isPublicAddress(address))',
        'addresses',
      ),
      bug(
        'an address takes the place of a name',
        " && !isAddress && hostname.includes('.')",
        " && hostname.includes('.')",
      ),
      bug('a push service listens on any port', " && port === '' && !isAddress", ' && !isAddress'),
    ],
  },
]);
