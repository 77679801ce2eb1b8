import { bug, mutantsOf } from '../mutant.ts';

const section = (name: string): string[] => [`web/operator/sections/${name}-presses.test.tsx`];

/** What the console does with a press, and the frame of both apps. */
export const operatorPresses = mutantsOf('web', [
  {
    file: 'web/operator/ui/act.tsx',
    tests: [...section('approvals'), ...section('money')],
    bugs: [
      bug('the dialog of an act stays open after it', '        close();\n        showToast', '        showToast'),
      bug('an act opens with the problem of the one before', '    mutation.reset();\n', ''),
      bug('a reason keeps the spaces around it', 'inputOf(reason.trim(), shown)', 'inputOf(reason, shown)'),
    ],
  },
  {
    file: 'web/operator/sections/approval-decision.tsx',
    tests: [...section('money'), ...section('recoveries')],
    bugs: [
      bug('a press on Refuse approves', "inputOf={inputOf('refused')}", "inputOf={inputOf('approved')}"),
      bug(
        'a withdrawal is refused for any words',
        "kind === 'withdrawal' ? { reasons } : {}",
        "kind !== 'withdrawal' ? { reasons } : {}",
      ),
    ],
  },
  {
    file: 'web/operator/sections/funding.tsx',
    tests: section('funding'),
    bugs: [
      bug(
        'a funding is asked for of the first fund whatever was chosen',
        'onChange={setAccount}',
        'onChange={() => undefined}',
      ),
      bug('a funding that was asked for stays in its field', "        setAmount('');\n", ''),
      bug('the file of fundings names who asked as who approved', "approvedBy.join(' ')]", 'askedBy]'),
      bug(
        'The CSV of fundings has the columns asked by and approved by swapped in its head',
        "            'asked by',\n            'approved by',",
        "            'approved by',\n            'asked by',",
      ),
    ],
  },
  {
    file: 'web/operator/sections/disbursements.tsx',
    tests: section('disbursements'),
    bugs: [
      bug(
        'an operator cannot ask for all that is unspent',
        '> columnsOf(giving, asset).unspent',
        '>= columnsOf(giving, asset).unspent',
      ),
      bug(
        'points are measured by what is left of USDT',
        "asset === 'USDT' ? giving.usdt",
        "asset === 'PTS' ? giving.usdt",
      ),
      bug('a wide amount of a disbursement is not read', 'narrowDigits(amount)', 'amount'),
    ],
  },
  {
    file: 'web/operator/sections/trial-balance.tsx',
    tests: section('books'),
    bugs: [
      bug(
        'debits stand on the side of credits',
        "amount.startsWith('-') !== isDebit",
        "amount.startsWith('-') === isDebit",
      ),
      bug('the file of unsound checks has all of them', 'readAllChecks(isUnsound)', 'readAllChecks(false)'),
    ],
  },
  {
    file: 'web/operator/sections/open-deposits.tsx',
    tests: section('money'),
    bugs: [
      bug(
        'a deposit with a transfer of its own can be refused',
        "state === 'requested' && transaction === null",
        "state === 'requested'",
      ),
      bug(
        'every deposit is refused as one that never came',
        'reasons.find((one) => one.value === value)?.value',
        "reasons.find((one) => one.value === 'notReceived')?.value",
      ),
    ],
  },
  {
    file: 'web/operator/sections/prize-tables.tsx',
    tests: section('products'),
    bugs: [
      bug(
        'the third prize is asked for with the numbers of the second',
        'thirdNumbers: (third ?? none)',
        'thirdNumbers: (second ?? none)',
      ),
      bug('a wide amount of a prize is not read', 'narrowDigits(amount.trim())', 'amount.trim()'),
      bug('a fund that is too small is not said', 'now.fund < largestPrize(table)', 'now.fund > largestPrize(table)'),
    ],
  },
  {
    file: 'web/operator/sections/causes.tsx',
    tests: section('products'),
    bugs: [bug('a cause that is closed is asked for as open', "isOpen ? ('1' as const)", "!isOpen ? ('1' as const)")],
  },
  {
    file: 'web/operator/sections/member-acts.tsx',
    tests: section('members'),
    bugs: [bug('a member’s own freeze is offered to be lifted', '{account.freeze?.operator ?', '{account.freeze ?')],
  },
  {
    file: 'web/operator/sections/member-notes.tsx',
    tests: section('members'),
    bugs: [bug('a note that is being written can be changed', 'readOnly={add.isPending}', '')],
  },
  {
    file: 'web/operator/sections/operators.tsx',
    tests: section('operators'),
    bugs: [
      bug('the one-time link names the operator, and no token', '#${link.token}', '#${link.operator}'),
      bug('another role is asked for as the one before', 'role: next, reason', 'role, reason'),
    ],
  },
  {
    file: 'web/operator/sections/answer.tsx',
    tests: section('inbox'),
    bugs: [
      bug('an answer that was sent stays to be sent again', 'current && leftToSend(current, text)', 'current'),
      bug(
        'a snippet takes away what was written',
        "text === '' ? snippet.text : `${text}\\n${snippet.text}`",
        'snippet.text',
      ),
    ],
  },
  {
    file: 'web/operator/sections/content-editor.tsx',
    tests: section('content'),
    bugs: [
      bug('every language is saved upon the first draft', "      last = value.draft?.hash ?? '';\n", ''),
      bug(
        'a draft is published while words of it are not saved',
        'draft === null || changed.size > 0 ?',
        'draft === null ?',
      ),
    ],
  },
  {
    file: 'web/operator/console.tsx',
    tests: ['web/operator/console-presses.test.tsx'],
    bugs: [
      bug(
        'a section without permission is shown',
        'current !== undefined && !permitted.includes(current) ?',
        'current === undefined ?',
      ),
      bug('what was being written outlives the operator’s session', '          forgetKeptState();\n', ''),
    ],
  },
  {
    file: 'web/operator/sign-in.tsx',
    tests: ['web/operator/console-presses.test.tsx'],
    bugs: [bug('a code that was used stays in its field', "        fields.set('factor', '');\n", '')],
  },
  {
    file: 'web/operator/locale.ts',
    tests: [...section('operators'), ...section('disbursements')],
    bugs: [bug('the console does not know the words of its own refusals', '?.errors ?? {});', '?.errors && {});')],
  },
  {
    file: 'web/ui/form/button.tsx',
    tests: ['web/ui/form/form-presses.test.tsx'],
    bugs: [
      bug(
        'a busy button sends its form again',
        'onClick={busy ? ignore : onClick}',
        'onClick={busy ? undefined : onClick}',
      ),
    ],
  },
  {
    file: 'web/ui/form/picker-field.tsx',
    tests: ['web/ui/form/form-presses.test.tsx'],
    bugs: [
      bug(
        'A picker field with a chosen value does not show its error - only an empty one does',
        '{error ? (',
        '{error && value === null ? (',
      ),
    ],
  },
  {
    file: 'web/ui/chart/chart-view.ts',
    tests: ['web/ui/chart/chart-presses.test.tsx'],
    bugs: [
      bug(
        'marks that come later are not drawn',
        'if (content.lines !== shown.lines || content.marks !== shown.marks) this.#drawMarks();',
        '',
      ),
      bug('another coin opens where the one before was looked at', 'this.#drawAll(another || ', 'this.#drawAll('),
    ],
  },
  {
    file: 'web/ui/chart/price-series.ts',
    tests: ['web/ui/chart/chart-presses.test.tsx'],
    bugs: [bug('an empty chart keeps the last price of another', 'series.removePriceLine(line);', '')],
  },
  {
    file: 'web/platform/stream/use-stream.ts',
    tests: ['web/platform/stream/use-stream-presses.test.tsx'],
    bugs: [bug('the stream stays another member’s after a sign-in', 'session.subscribe(stream.restartForMember);', '')],
  },
  {
    file: 'web/platform/theme.ts',
    tests: ['web/platform/theme.test.ts'],
    bugs: [bug('another theme leaves charts in their colours', '  listeners.notify();\n', '')],
  },
  {
    file: 'web/operator/sections/content.tsx',
    tests: ['web/operator/sections/content-presses.test.tsx'],
    bugs: [
      bug(
        'a new notice that was begun opens no text: its own id is not in the address',
        'pathOfText(kind, value.id)',
        'pathOfText(kind, id)',
      ),
    ],
  },
  {
    file: 'web/operator/sections/snippets.tsx',
    tests: ['web/operator/sections/snippets-presses.test.tsx'],
    bugs: [
      bug(
        'a snippet that is opened again keeps the old words under the new hash',
        'changed && `${changed.id} ${changed.hash}`',
        'changed?.id',
      ),
      bug(
        'in the text of a snippet no space can be typed between words',
        'setText(event.target.value)}',
        'setText(event.target.value.trim())}',
      ),
    ],
  },
  {
    file: 'web/operator/sections/propose-offer.tsx',
    tests: section('products'),
    bugs: [bug('a wide amount of an offer is not read', 'narrowDigits(text.trim())', 'text.trim()')],
  },
  {
    file: 'web/operator/ui/whole-of.ts',
    tests: ['web/operator/ui/table.test.tsx'],
    bugs: [bug('a wide whole number is not read', 'narrowDigits(text).trim()', 'text.trim()')],
  },
]);
