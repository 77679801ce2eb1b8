import { bug, mutantsOf } from '../mutant.ts';

/** Fields of the interface beyond their bounds. */
export const fieldBounds = mutantsOf('core', [
  {
    file: 'contract/products.ts',
    tests: ['contract/operator-field-bounds.test.ts'],
    bugs: [
      bug(
        'a cause of 301 signs about it is asked for',
        `z.maxLength(300, refusedAs('causeInvalid'))`,
        `z.maxLength(301, refusedAs('causeInvalid'))`,
      ),
    ],
  },
  {
    file: 'contract/support-schemas.ts',
    tests: ['contract/field-bounds.test.ts'],
    bugs: [
      bug(
        'a message of invisible signs alone is sent',
        `\`^(?=[\\\\s\\\\S]*[^\\\\s\\\\p{Cf}])(?:\\\\n|`,
        `\`^(?=[\\\\s\\\\S]*[^\\\\s])(?:\\\\n|`,
      ),
    ],
  },
  {
    file: 'contract/operators-sign-in.ts',
    tests: ['contract/operator-field-bounds.test.ts'],
    bugs: [bug('an operator’s password of eleven signs is taken', `/^[\\s\\S]{12,64}$/`, `/^[\\s\\S]{11,64}$/`)],
  },
  {
    file: 'contract/content.ts',
    tests: ['contract/field-bounds.test.ts'],
    bugs: [
      bug(
        'a document’s version begins with 0',
        `const versionPattern = /^[1-9]\\d{0,3}$/;`,
        `const versionPattern = /^\\d{1,4}$/;`,
      ),
    ],
  },
  {
    file: 'contract/fields.ts',
    tests: ['contract/field-bounds.test.ts'],
    bugs: [
      bug(
        'a name with tone marks is no person’s name',
        `/^(?=.*\\p{L})[\\p{L}\\p{M} .,'’·-]{2,60}$/u`,
        `/^(?=.*\\p{L})[\\p{L} .,'’·-]{2,60}$/u`,
      ),
      bug(
        'a number of ten digits is taken',
        `const wholeNumberPattern = /^\\d{1,9}$/;`,
        `const wholeNumberPattern = /^\\d{1,10}$/;`,
      ),
    ],
  },
  {
    file: 'contract/profile-update.ts',
    tests: ['contract/field-bounds.test.ts'],
    bugs: [
      bug('a nickname of 25 signs is taken', `[\\p{L}\\p{M}\\p{N} ._-]{0,24}$/u`, `[\\p{L}\\p{M}\\p{N} ._-]{0,25}$/u`),
    ],
  },
]);

/** Captchas, recoveries and factors that are used, spent or listed. */
export const waysInAndOut = mutantsOf('accounts', [
  {
    file: 'server/features/identity/captcha/captcha-store.ts',
    tests: ['server/features/identity/captcha/captcha-store.test.ts'],
    bugs: [
      bug(
        'a new captcha leaves the one before it open',
        `delete from captcha where visitor_hash = \${replaced}::bytea
`,
        `delete from captcha where visitor_hash = \${replaced}::bytea and proven
`,
      ),
    ],
  },
  {
    file: 'server/features/identity/reset-login-password.ts',
    tests: ['server/features/identity/reset-login-password.test.ts'],
    bugs: [
      bug(
        'a wrong code that resets a password is not in the history',
        `if (member) signIns.note({ memberId: member.id, result: 'wrongReset', userAgent, address });`,
        `void signIns;
  void userAgent;`,
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/reviewed-recoveries.ts',
    tests: ['server/test/recovery-approvals.test.ts'],
    bugs: [
      bug(
        'recoveries that wait for their time are listed as waiting for an approval',
        ' and r.takes_effect_at is null',
        '',
      ),
      bug(
        'a lapsed recovery is listed as waiting for an approval',
        ' and r.asked_at > ${new Date(at - approvalLifeMs)}',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/password-requests.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [
      bug(
        'the requests of a password that lapsed are counted as closed',
        'return rows.filter(({ isOpen }) => isOpen).length;',
        'return rows.length;',
      ),
    ],
  },
  {
    file: 'server/features/identity/enter.ts',
    tests: ['server/test/security-log.test.ts'],
    bugs: [
      bug(
        'a refused sign-in that only asks for a captcha is logged',
        `['captchaMissing', 'serverBusy']`,
        `['serverBusy']`,
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/recovery-rows.ts',
    tests: ['server/test/operator-recoveries.test.ts'],
    bugs: [bug('an ended recovery’s page begins with the last one before', 'r.id < ${before}', 'r.id <= ${before}')],
  },
  {
    file: 'server/features/identity/recovery/recovery-effects.ts',
    tests: ['server/test/money-first.test.ts'],
    bugs: [
      bug(
        'a recovery holds the member before the money',
        '      await lockAvailable(within, memberId);\n      await lockMember(within, memberId);\n',
        '      await lockMember(within, memberId);\n      await lockAvailable(within, memberId);\n',
      ),
    ],
  },
  {
    file: 'server/features/identity/remove-authenticator.ts',
    tests: ['server/features/identity/second-factors.test.ts'],
    bugs: [
      bug(
        'an app that was turned off twice is in the acts twice',
        'if (removed.numAffectedRows === 0n) return false;',
        'void removed;',
      ),
    ],
  },
]);

/** Texts as they are edited, read and found. */
export const textEdits = mutantsOf('http', [
  {
    file: 'server/features/content/search-text.ts',
    tests: ['server/features/content/search-text.test.ts'],
    bugs: [
      bug(
        'the excerpt of a passage is cut at its end',
        'const end = first + excerptLength >= text.length ? text.length : (last ?? text.length);',
        'const end = last ?? text.length;',
      ),
    ],
  },
  {
    file: 'server/features/content/notice-reads.ts',
    tests: ['server/features/content/notice-reads.test.ts'],
    bugs: [bug('marking one notice as read clears those read singly', ' and notice_id <= ${noticeId}`', '`')],
  },
  {
    file: 'server/features/content/publish-texts.ts',
    tests: ['server/features/content/edit-content.test.ts'],
    bugs: [
      bug('a new help text gets the place of the last one', 'coalesce(max(place), 0) + 10', 'coalesce(max(place), 0)'),
    ],
  },
  {
    file: 'server/features/content/draft-store.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'a text without title and body stays in the draft',
        `return title === '' && body === '' ? others :`,
        `return title === '' && body === '' && texts.en === undefined ? others :`,
      ),
    ],
  },
  {
    file: 'server/features/content/edited-content.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'the history of a document has versions that were withdrawn with their folder',
        ' and content.withdrawn_by is null`',
        '`',
      ),
    ],
  },
]);

/** Trees of balances. */
export const treeHours = mutantsOf('proofs', [
  {
    file: 'server/features/proofs/build-tree.ts',
    tests: ['server/features/proofs/tree-building.test.ts'],
    bugs: [
      bug(
        'the tree of the hour is built again at its very beginning',
        'if (newest && newest.at >= hour) {',
        'if (newest && newest.at > hour) {',
      ),
    ],
  },
]);
