import { bug, mutantsOf } from '../mutant.ts';

/** Ways in, protections and recoveries. */
export const accountsEdges = mutantsOf('accounts', [
  {
    file: 'server/features/identity/register.ts',
    tests: ['server/features/identity/captcha/captcha-work.test.ts'],
    bugs: [
      bug(
        'a registration with a wrong captcha uses up one of its network’s registrations of the day',
        'if (!isRight || !isBounded || (await',
        'if (!isBounded || (await',
      ),
    ],
  },
  {
    file: 'server/features/identity/start-authenticator.ts',
    tests: ['server/features/identity/second-factors.test.ts'],
    bugs: [
      bug(
        'a second start of the authenticator’s set-up does not renew its time',
        'sealed = excluded.sealed, started_at = excluded.started_at',
        'sealed = excluded.sealed',
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/sessions.ts',
    tests: ['server/features/identity/sessions/sessions.test.ts'],
    bugs: [
      bug(
        'a sign-in deletes the member’s sessions that are older than 30 days and in use',
        'await sweepSessions(tables, now() - lengths.lifeMs);',
        'await sweepSessions(tables, now() - lengths.idleMs);',
      ),
    ],
  },
  {
    file: 'server/features/identity/captcha/captcha-store.ts',
    tests: ['server/features/identity/captcha/captcha-store.test.ts'],
    bugs: [
      bug(
        'a network with too many captchas loses its newest',
        'order by drawn_at desc offset',
        'order by drawn_at offset',
      ),
    ],
  },
  {
    file: 'server/features/identity/start-passkey.ts',
    tests: ['server/features/identity/passkeys.test.ts'],
    bugs: [
      bug(
        'a browser is asked to make a second passkey for an account that it has one of',
        `    known,
  });`,
        `    known: [],
  });`,
      ),
    ],
  },
  {
    file: 'server/features/identity/reset-login-password-by-passkey.ts',
    tests: ['server/features/identity/reset-login-password.test.ts'],
    bugs: [
      bug(
        'a reset by passkey takes the username as the password',
        `  await requireReplacement(username, replacement);
`,
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/freeze-member.ts',
    tests: ['server/test/operators-and-members.test.ts'],
    bugs: [
      bug(
        'the wait after an operator’s freeze is told from the first freeze of the span',
        'at: earlier.last + operatorFreezeEveryMs',
        'at: earlier.first + operatorFreezeEveryMs',
      ),
    ],
  },
  {
    file: 'server/features/security/change-withdrawal-password.ts',
    tests: ['server/test/second-factor-guards.test.ts'],
    bugs: [
      bug(
        'the withdrawal password is changed without the second factor',
        `  await identity.requireFactor(call, factor);
`,
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/add-passkey.ts',
    tests: ['server/features/identity/ways-in.test.ts'],
    bugs: [
      bug(
        'passkeys that are added at the same moment pass their most',
        `    await lockInTransaction(transaction, 'passkeysOfMember', memberId);
`,
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/renew-backup-codes.ts',
    tests: ['server/features/identity/ways-in.test.ts'],
    bugs: [
      bug(
        'backup codes are renewed for an app that was turned off meanwhile',
        "    if (rows.length === 0) throw new Refusal('authenticatorUnset');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/end-account.ts',
    tests: ['server/features/identity/end-member-sessions.test.ts'],
    bugs: [
      bug(
        'a deleted account’s device stays known in its browser',
        `  clearDevice(call);
`,
        '',
      ),
      bug(
        'a session that began while its account was being deleted stays known',
        `  await sessions.refresh(memberId);
`,
        '',
      ),
    ],
  },
  {
    file: 'server/features/security/unfreeze-account.ts',
    tests: ['server/test/account-recovery.test.ts'],
    bugs: [
      bug(
        'the member is told of the end of a freeze in UTC',
        'until: { at: until, timeZone },',
        'until: { at: until },',
      ),
    ],
  },
]);

/** What operators do, and what members see of it. */
export const deskEdges = mutantsOf('operators', [
  {
    file: 'server/features/support/send-chat-image.ts',
    tests: ['server/test/chat-images.test.ts'],
    bugs: [
      bug(
        'a conversation that an operator answers by an image is not shown to the member at once',
        `  await dependencies.events.publish(memberId);
`,
        '',
      ),
    ],
  },
  {
    file: 'server/features/operators/list-approvals.ts',
    tests: ['server/test/approvals-by-operators.test.ts'],
    bugs: [
      bug('approvals are listed with the newest first', 'one.askedAt - other.askedAt', 'other.askedAt - one.askedAt'),
    ],
  },
  {
    file: 'server/features/members/view-member.ts',
    tests: ['server/features/members/view-member.test.ts'],
    bugs: [
      bug(
        'an operator sees the card that was replaced',
        'order by c.active_from desc limit 1',
        'order by c.active_from limit 1',
      ),
    ],
  },
  {
    file: 'server/features/operators/renew-operator-link.ts',
    tests: ['server/features/operators/operator-links.test.ts'],
    bugs: [
      bug(
        'a link made at the server leaves the sessions of the lost device open',
        'if (by.operator !== operator || madeBy === atServer) await',
        'if (by.operator !== operator) await',
      ),
    ],
  },
  {
    file: 'server/platform/operators/operator-events.ts',
    tests: ['server/platform/operators/operator-events.test.ts'],
    bugs: [
      bug(
        'a database that does not answer ends the pages of all operators',
        `could not be read');
          return true;`,
        `could not be read');
          return false;`,
      ),
    ],
  },
  {
    file: 'server/features/financing/mature-holdings.ts',
    tests: ['server/features/financing/financing.test.ts'],
    bugs: [
      bug(
        'With a faster product clock matured holdings are still looked for every ten wall seconds - paid minutes of product time late',
        '  const { clock, log } = dependencies;\n  const everyMs = clock.wallDelayMs(lookEveryMs);',
        '  const { log } = dependencies;\n  const everyMs = lookEveryMs;',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/read-chain.ts',
    tests: ['server/gateways/evm/lost-transfers.test.ts'],
    bugs: [
      bug(
        'Too few blocks are kept for reorganisations - the smaller of the two bounds instead of the larger',
        'Math.max(keptBlocksMin, keptDepths * confirmations)',
        'Math.min(keptBlocksMin, keptDepths * confirmations)',
      ),
    ],
  },
  {
    file: 'server/platform/database/ensure-database.ts',
    tests: ['server/platform/database/database.test.ts'],
    bugs: [
      bug(
        'Two processes that start at once both try to create the roles - the lock is taken only afterwards',
        "    await lock(client, 'databaseCreation');\n    await ensureRole(client, owner);\n    if (server) await ensureRole(client, server);\n",
        "    await ensureRole(client, owner);\n    if (server) await ensureRole(client, server);\n    await lock(client, 'databaseCreation');\n",
      ),
    ],
  },
  {
    file: 'server/platform/http/api-routes.ts',
    tests: ['server/platform/http/http-server.test.ts'],
    bugs: [
      bug(
        'The measured duration of calls is given in milliseconds where seconds are meant',
        'observe(answer.status, (performance.now() - beganMs) / 1_000);',
        'observe(answer.status, performance.now() - beganMs);',
      ),
    ],
  },
  {
    file: 'server/platform/http/require-actor.ts',
    tests: ['server/platform/http/require-actor.test.ts'],
    bugs: [
      bug(
        'All operators of one role share one rate limit and one turn for uploads',
        'isOperator(actor) ? actor.operator : String(actor.memberId)',
        'isOperator(actor) ? actor.role : String(actor.memberId)',
      ),
    ],
  },
  {
    file: 'server/platform/http/stream-routes.ts',
    tests: ['server/platform/http/stream-routes.test.ts'],
    bugs: [
      bug(
        'Open event streams are ended only after the server has closed - draining waits for them',
        "app.addHook('preClose', async",
        "app.addHook('onClose', async",
      ),
    ],
  },
  {
    file: 'server/platform/operators/operator-acts.ts',
    tests: ['server/features/security/list-security-acts.test.ts'],
    bugs: [
      bug(
        "An operator's act stands in the member's list at the wall time, not at the product time of the other entries",
        'returning id, coalesce(product_now(), now()) as now`',
        'returning id, now() as now`',
      ),
    ],
  },
]);
