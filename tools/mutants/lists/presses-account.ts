import { bug, mutantsOf } from '../mutant.ts';

const identity = 'web/features/identity';
const signIn = [`${identity}/sign-in-presses.test.tsx`];
const passwords = [`${identity}/passwords/password-presses.test.tsx`];
const sessions = [`${identity}/sessions/session-presses.test.tsx`];

/** What a press in the screens of an account does, sends and shows. */
export const accountPresses = mutantsOf('screens', [
  {
    file: `${identity}/sign-in.tsx`,
    tests: signIn,
    bugs: [
      bug('the picture stays the same after a wrong code at the sign-in', 'void captcha.picture.refetch();', ''),
      bug(
        'the sign-in goes on asking for the picture beside the second factor',
        "refusedField === 'factor' ? false : isCaptchaRequired",
        "refusedField === 'factor' ? true : isCaptchaRequired",
      ),
      bug(
        'an empty code of the app is sent at the sign-in',
        "factor.isRequired && fields.values.factor === ''",
        "factor.isRequired && fields.values.factor !== ''",
      ),
    ],
  },
  {
    file: `${identity}/registration.tsx`,
    tests: [`${identity}/registration-presses.test.tsx`],
    bugs: [bug('the open code does nothing', "onClick={() => fields.set('invite', houseInvitationCode)}", '')],
  },
  {
    file: `${identity}/passwords/forgotten-password.tsx`,
    tests: passwords,
    bugs: [
      bug(
        'a wrong captcha is not said where a forgotten password is replaced',
        'void captcha.picture.refetch();\n          }\n',
        "void captcha.picture.refetch();\n          }\n          queueMicrotask(() => fields.set('code', ''));\n",
      ),
      bug(
        'the number of a request is taken for a message',
        'onReset(message) : onRequested(request)',
        'onReset(message) : onReset(request)',
      ),
      bug(
        'the next code of the app is asked for with a backup code as well',
        'const isAppCode = (typed: string): boolean => /^\\d{6}$/',
        'const isAppCode = (typed: string): boolean => /./',
      ),
      bug(
        'a closed prompt takes the picture away',
        '!(error instanceof PasskeyFailure)) {',
        'error instanceof Error) {',
      ),
    ],
  },
  {
    file: 'web/ui/form/form.tsx',
    tests: ['web/ui/form/sent-once-presses.test.tsx'],
    bugs: [bug('a second press sends a form twice', 'if (!busy) void onSubmit();', 'void onSubmit();')],
  },
  {
    file: 'web/ui/captcha/protected-form.tsx',
    tests: passwords,
    bugs: [
      bug('a form of the owner shows a used code of the app again', "fields.set('factor', '');", ''),
      bug(
        'a form of the owner is sent without the work of its picture',
        'if (unproven !== null) return',
        'if (unproven === null && isBusy) return',
      ),
    ],
  },
  {
    file: `${identity}/factors/passkey-card.tsx`,
    tests: [`${identity}/factors/passkey-presses.test.tsx`],
    bugs: [
      bug(
        'the question about a passkey stays after it was removed',
        '          onClose();\n          showToast',
        '          showToast',
      ),
      bug(
        'the sheet stays open after a passkey was added',
        '            setAdding(false);\n            showToast',
        '            showToast',
      ),
    ],
  },
  {
    file: `${identity}/factors/authenticator-card.tsx`,
    tests: [`${identity}/factors/authenticator-presses.test.tsx`],
    bugs: [
      bug('new backup codes are not shown', '    setCodes(drawn);\n', ''),
      bug('New backup codes opens the question of turning the app off', "onAct('renew')", "onAct('turnOff')"),
    ],
  },
  {
    file: `${identity}/sessions/device-list.tsx`,
    tests: sessions,
    bugs: [
      bug(
        'the button of a device signs out all others',
        'onClick={() => revoke(id)}',
        "onClick={() => revoke('others')}",
      ),
    ],
  },
  {
    file: `${identity}/sessions/session-guard.tsx`,
    tests: sessions,
    bugs: [
      bug('a sign-in after an expired session forgets the page', 'loginPath(path + search)', "loginPath('/')"),
      bug(
        'what was read of the member stays after the session',
        "if (next !== 'otherAccount') queryClient.clear();",
        '',
      ),
      bug(
        'a tab of another account signs in beside it',
        "(end === 'otherAccount' ? startAnew(login) : toLogin())",
        'toLogin()',
      ),
    ],
  },
  {
    file: `${identity}/queries/protection.ts`,
    tests: [`${identity}/queries/read-again-presses.test.tsx`],
    bugs: [
      bug(
        'the devices stay as they are after an app was set up',
        'const ofFactors = [getSecondFactors, getAccountInfo, listSessions, listSecurityActs];',
        'const ofFactors = [getSecondFactors, getAccountInfo, listSecurityActs];',
      ),
    ],
  },
  {
    file: 'web/features/own-data/deletion-card.tsx',
    tests: ['web/features/own-data/own-data-presses.test.tsx'],
    bugs: [
      bug('an account is deleted without being sure', 'disabled={!isSure} ', ''),
      bug('what is open leads to another place: holdings', "financing: '/touzijilu'", "financing: '/orders'"),
      bug(
        'with a frozen account the deletion is offered, not what has to end first',
        'open.length > 0 ? (',
        "open.some(({ what }) => what !== 'frozen') ? (",
      ),
    ],
  },
  {
    file: 'web/features/notifications/settings-card.tsx',
    tests: ['web/features/notifications/notification-presses.test.tsx'],
    bugs: [bug('a switch that was refused stays where it was put', '{ onSettled: () => setPressed({}) }', '{}')],
  },
  {
    file: 'web/features/notifications/push-switch.tsx',
    tests: ['web/features/notifications/push-presses.test.tsx'],
    bugs: [
      bug(
        'a push service that does not answer is not told from the server',
        'error instanceof DOMException',
        'error === null',
      ),
      bug('the switch of push messages stays busy', '.finally(() => setBusy(false))', ''),
    ],
  },
  {
    file: 'web/features/support/queries.ts',
    tests: ['web/features/support/chat-presses.test.tsx'],
    bugs: [
      bug(
        'earlier messages of the chat never come',
        'cursorOf: ({ next }) => next,',
        'cursorOf: ({ next }) => (next === null ? null : String(next)),',
      ),
    ],
  },
  {
    file: 'web/features/support/composer.tsx',
    tests: ['web/features/support/composer-presses.test.tsx'],
    bugs: [
      bug(
        'a message with a sign that is not taken is lost',
        "      setProblem(errorText('messageInvalid'));\n      return;\n",
        '',
      ),
      bug(
        'the picture that was taken off a message cannot be chosen again',
        "          // Reset, so that choosing the same file again fires a change event.\n          target.value = '';\n",
        '',
      ),
      bug('what is pinned goes with every message', '    setProblem(null);\n    onPinUsed();', '    setProblem(null);'),
    ],
  },
  {
    file: 'web/ui/overlay/dialog.tsx',
    tests: ['web/ui/form/form-presses.test.tsx'],
    bugs: [
      bug(
        'Escape leaves a dialog that must be answered',
        'onCancel={(event) => onClose === undefined && event.preventDefault()}',
        '',
      ),
    ],
  },
  {
    file: 'web/features/content/terms-prompt.tsx',
    tests: ['web/features/content/content-presses.test.tsx'],
    bugs: [
      bug(
        'a member who accepted no version before cannot accept the new one: the button stays disabled',
        'disabled={shown.data === undefined ||',
        'disabled={earlier.data === undefined ||',
      ),
      bug(
        'a member accepts a version while an earlier text stands there',
        'useGetDocument(id, version)',
        'useGetDocument(id, null)',
      ),
      bug('a version is accepted before its text stands there', 'shown.data === undefined || ', ''),
    ],
  },
  {
    file: 'web/features/proofs/check-result.tsx',
    tests: ['web/features/proofs/roots-presses.test.tsx'],
    bugs: [
      bug(
        'a refused later answer is shown in place of the proof that is there already',
        '  const { data, error } = query;\n  const isRefused = error instanceof AnswerRefused || error instanceof EndlessRoots;\n  return isRefused && data === undefined ?',
        '  const { error } = query;\n  const isRefused = error instanceof AnswerRefused || error instanceof EndlessRoots;\n  return isRefused ?',
      ),
    ],
  },
  {
    file: 'web/features/proofs/kept-balance.ts',
    tests: ['web/features/proofs/kept-balance.test.ts'],
    bugs: [
      bug(
        'accounts at zero are not kept, so that points which appear on one later are not compared',
        'const written = [...balances].map(',
        'const written = [...balances].filter(([, balance]) => balance !== 0n).map(',
      ),
    ],
  },
  {
    file: 'web/features/proofs/queries/replay.ts',
    tests: ['web/features/proofs/queries/replay.test.ts'],
    bugs: [
      bug(
        'a replayed day is read within the bound of minutes, so that a longer honest answer is refused',
        'bytesMax: answerBytesMax.replayDay',
        'bytesMax: answerBytesMax.minutes',
      ),
    ],
  },
]);
