import { bug, mutantsOf } from '../mutant.ts';

const outboxTests = ['web/features/support/outbox.test.ts'];

/** Messages of the chat that wait on the phone. */
export const supportOutbox = mutantsOf('support', [
  {
    file: 'web/features/support/outbox.ts',
    tests: outboxTests,
    bugs: [
      bug('messages of one moment lose their order', 'this.#lastPlace + 1, newest + 1', '0'),
      bug(
        'a lost connection is tried again at once',
        'this.#failures += 1;\n      return false;',
        'this.#failures += 1;\n      return true;',
      ),
      bug(
        'with a clock that is behind, a message after a reload is sent before those that wait',
        '    const newest = this.#waiting.at(-1)?.place ?? 0;\n    this.#lastPlace = Math.max(message.at, this.#lastPlace + 1, newest + 1);',
        '    this.#lastPlace = Math.max(message.at, this.#lastPlace + 1);',
      ),
      bug('a refused message holds up the others', 'loaded.find(({ problem }) => problem === null)', 'loaded[0]'),
      bug(
        'a deleted message comes back with its image',
        'if (!(await this.#replace(owner, { ...message, image }))) return true;',
        'await this.#keep(owner, { ...message, image });',
      ),
      bug(
        'a deleted message comes back with its refusal',
        'await this.#replace(owner, { ...message, ...refused });',
        'await this.#keep(owner, { ...message, ...refused });',
      ),
    ],
  },
  {
    file: 'web/features/support/outbox.ts',
    tests: ['web/features/support'],
    bugs: [
      bug(
        'a lost connection is waited for without a bound',
        'Math.min(retryFirstMs * 2 ** this.#failures, retryMaxMs)',
        'retryFirstMs * 2 ** this.#failures',
      ),
      bug(
        'a success does not end the outbox’s back-off',
        '    await store.remove(owner, message);\n    this.#failures = 0;',
        '    await store.remove(owner, message);',
      ),
      bug('a bound on requests refuses the message', "'serverBusy', 'tooManyRequests', ", "'serverBusy', "),
      bug('a message that is tried again stays refused', '{ ...message, problem: null });', 'message);'),
      bug(
        'a message of a member who has left is tried again',
        '    if (this.#owner === null) return;\n    await this.#keep(this.#owner, { ...message, problem: null });',
        '    await this.#keep(this.#owner as string, { ...message, problem: null });',
      ),
      bug(
        'a message of a member who has left is kept for nobody',
        '    if (this.#owner === null) return;\n    const newest',
        '    const newest',
      ),
      bug('pauses before another try pile up', '      this.#cancelRetry();\n', ''),
      bug('all that was ever sent is shown', '.slice(-sentShownMax)', ''),
      bug(
        'a discarded message is still shown',
        '    await this.#dependencies.store.remove(this.#owner, message);\n    this.#waiting = this.#without(message);',
        '    await this.#dependencies.store.remove(this.#owner, message);',
      ),
      bug('the end of the session refuses a message', '    if (error instanceof SessionOver) return false;\n', ''),
      bug(
        'messages of the account before are sent for the next',
        '      if (owner !== this.#owner) return;\n      this.#waiting = loaded;',
        '      this.#waiting = loaded;',
      ),
      bug(
        'sent messages of the account before are shown',
        '    this.#owner = owner;\n    this.#sent = [];',
        '    this.#owner = owner;',
      ),
      bug(
        'a message is sent for the account that came while its image was uploaded',
        '        if (owner !== this.#owner) return true;\n',
        '',
      ),
      bug(
        'messages of the account before are shown for a moment',
        '    if (owner !== this.#owner) return;\n    this.#waiting = waiting;',
        '    this.#waiting = waiting;',
      ),
    ],
  },
  {
    file: 'web/features/support/kept-messages.ts',
    tests: ['web/features/support/kept-messages.test.ts'],
    bugs: [
      bug(
        'what was written before the number was known is sent twice',
        'await keptMessages.put(number, message);\n    await removeKey(key);',
        'await keptMessages.put(number, message);',
      ),
      bug(
        'what was written at an earlier sign-in is sent by the next account of the name',
        'if (isSame || key === keyOf(owner, message.id)) await',
        'await',
      ),
      bug(
        'a deleted account leaves what was written first',
        '[ownerOf(username), nameless(username)]',
        '[ownerOf(username)]',
      ),
      bug(
        'account 1 has the messages of account 12',
        "load: async (owner) => (await keptUnder(keyOf(owner, '')))",
        'load: async (owner) => (await keptUnder(owner))',
      ),
    ],
  },
]);
