import { bug, mutantsOf } from '../mutant.ts';

/** What is checked of a pin, an inviter, a page of minutes and an operator’s device. */
export const pinsAndHandles = mutantsOf('support', [
  {
    file: 'server/features/invitations/reward-team.ts',
    tests: ['server/features/invitations/team-rewards.test.ts'],
    bugs: [
      bug(
        'Inviters who deleted their account are still rewarded: the deletion is looked up for the invited member instead',
        "where member_deletion.member_id = team.inviter_id)'",
        "where member_deletion.member_id = team.member_id)'",
      ),
    ],
  },
  {
    file: 'server/features/operators/start-operator-enrolment.ts',
    tests: ['server/test/operator-passkeys.test.ts'],
    bugs: [
      bug(
        'The user handle of an operator’s passkey is made of the role, so that operators of one role overwrite each other’s passkeys on a shared key',
        'userHandle: operatorHandle(operator), known',
        'userHandle: operatorHandle(role), known',
      ),
    ],
  },
  {
    file: 'server/features/proofs/get-minutes.ts',
    tests: ['server/features/proofs/get-minutes.test.ts'],
    bugs: [
      bug(
        'The last minute of a full page of published minutes is missing',
        'Number(from), minutesMax)',
        'Number(from), minutesMax - 1)',
      ),
    ],
  },
  {
    file: 'server/features/support/send-message.ts',
    tests: ['server/test/chat-images.test.ts'],
    bugs: [
      bug(
        'A pinned object of another member is accepted where an image is sent along',
        'if (pin !== null && !(await ownsObject(',
        'if (pin !== null && image === undefined && !(await ownsObject(',
      ),
    ],
  },
  {
    file: 'server/features/market/market-feature.ts',
    tests: ['server/features/market/market-feature.test.ts'],
    bugs: [
      bug(
        'Every coin icon is served as a PNG, whatever it is, so that icons in SVG or other kinds are not shown',
        '{ type: icon.type, bytes',
        "{ type: 'image/png', bytes",
      ),
    ],
  },
]);
