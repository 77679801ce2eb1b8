import { bug, mutantsOf } from '../mutant.ts';

/** What every page of the phone stands on: calls, languages, the stream, pictures. */
export const phonePlatform = mutantsOf('phone', [
  {
    file: 'web/platform/navigation/navigator.ts',
    tests: ['web/platform/navigation/navigator.test.ts'],
    bugs: [
      bug(
        'a link to a page already seen opens it scrolled as before',
        "mode === 'follow' ? (scrolls.get(location.index) ?? 0) : 0",
        'scrolls.get(location.index) ?? 0',
      ),
      bug(
        'while another page loads, a press on the link to this one does nothing',
        'if (to === here && !loading)',
        'if (to === here)',
      ),
    ],
  },
  {
    file: 'web/platform/format/use-format.ts',
    tests: ['web/platform/format/time-zone.test.ts'],
    bugs: [
      bug(
        'a time of a day is shown in the phone’s own zone',
        'formatDayTime(tag, milliseconds, zone)',
        'formatDayTime(tag, milliseconds)',
      ),
    ],
  },
  {
    file: 'web/platform/format/time.ts',
    tests: ['web/platform/format/time.test.ts'],
    bugs: [
      bug(
        'west of Greenwich the weekdays are named one too early',
        "{ weekday: 'short', timeZone: 'UTC' }",
        "{ weekday: 'short' }",
      ),
    ],
  },
  {
    file: 'web/platform/captcha-work/use-captcha-work.ts',
    tests: ['web/platform/captcha-work/captcha-work-presses.test.tsx'],
    bugs: [
      bug(
        'after a captcha whose work failed the form waits for ever',
        '      } finally {\n        setAwaited(false);\n      }',
        '      } finally {\n        setPercent(0);\n      }',
      ),
      bug(
        "the progress of the captcha's work is a fraction",
        '(100 * attempts) / work.attempts',
        'attempts / work.attempts',
      ),
    ],
  },
  {
    file: 'web/platform/passkeys/passkey-prompt.ts',
    tests: ['web/platform/passkeys/passkey-prompt.test.ts'],
    bugs: [
      bug(
        'a passkey prompt that the member closed is said to have failed',
        "name === 'NotAllowedError' || name === 'AbortError'",
        "name === 'AbortError'",
      ),
      bug(
        'a signature does not say whose passkey it is',
        'userHandle === undefined ? {} : { userHandle }',
        'userHandle === undefined ? { userHandle } : {}',
      ),
    ],
  },
  {
    file: 'web/platform/api/query-client.ts',
    tests: ['web/platform/api/query-client.test.ts'],
    bugs: [
      bug(
        'back online, a figure that failed beside older data is not read again',
        "state.status === 'error'",
        "state.status === 'error' && state.data === undefined",
      ),
      bug(
        'offline, a press waits silently instead of failing',
        "mutations: { retry: false, networkMode: 'always' }",
        'mutations: { retry: false }',
      ),
    ],
  },
  {
    file: 'web/platform/api/call.ts',
    tests: ['web/platform/api/call.test.ts'],
    bugs: [
      bug(
        'a read that was left says that the server is unreachable',
        'if (options.signal?.aborted || error instanceof ApiFailure) throw error;',
        'if (error instanceof ApiFailure) throw error;',
      ),
    ],
  },
  {
    file: 'web/platform/api/request.ts',
    tests: ['web/platform/api/request.test.ts'],
    bugs: [bug('absent fields are sent as the word undefined', 'if (value !== undefined) fields.set', 'fields.set')],
  },
  {
    file: 'web/platform/api/call-as-owner.ts',
    tests: ['web/platform/api/call-as-owner.test.ts'],
    bugs: [
      bug(
        "a call made again with the owner's password has lost its idempotency key",
        '...(factor === undefined ? {} : { factor }) }, options)',
        '...(factor === undefined ? {} : { factor }) })',
      ),
    ],
  },
  {
    file: 'web/platform/session/storage.ts',
    tests: ['web/platform/session/session.test.ts'],
    bugs: [
      bug(
        "a sign-out that the browser's storage refuses leaves the name",
        'else hold(key, null);',
        'else memory.delete(key);',
      ),
      bug(
        'a name that was forgotten in memory alone comes back with the storage',
        'stored === undefined || held.stored === undefined || stored === held.stored',
        'stored === undefined || stored === held.stored',
      ),
    ],
  },
  {
    file: 'web/platform/snapshot-span.ts',
    tests: ['web/platform/snapshot-span.test.ts'],
    bugs: [
      bug(
        'on an accelerated clock a snapshot is too narrow',
        'commitMs * Math.max(1, productClockSpeed())',
        'commitMs',
      ),
    ],
  },
  {
    file: 'web/platform/stream/use-stream.ts',
    tests: ['web/platform/stream/use-stream-presses.test.tsx'],
    bugs: [
      bug(
        "another member's stream goes on from the event of the one before",
        'session.subscribe(stream.restartForMember)',
        'session.subscribe(stream.restart)',
      ),
    ],
  },
  {
    file: 'web/platform/stream/connection.ts',
    tests: ['web/platform/stream/stream.test.ts'],
    bugs: [
      bug('a stream whose old connection fails late closes the new one', '      if (source !== opened) return;\n', ''),
    ],
  },
  {
    file: 'web/platform/i18n/locale-store.ts',
    tests: ['web/platform/i18n/locale-store.test.ts'],
    bugs: [
      bug(
        'a choice of language that waits is forgotten when the profile has another',
        'if (key !== null && deviceStorage.getItem(key) === locale)',
        'if (key !== null)',
      ),
      bug(
        'a language that could not be loaded is taken for chosen',
        '    if (wanted === language) wanted = languages.find(({ locale }) => locale === chosen?.locale) ?? null;\n',
        '',
      ),
    ],
  },
  {
    file: 'web/worker/service-worker.ts',
    tests: ['web/platform/installed/service-worker.test.ts'],
    bugs: [
      bug(
        'a push message opens any address',
        'if (!areTexts || !/^\\/(?![/\\\\])/.test(path)) return null;',
        'if (!areTexts) return null;',
      ),
    ],
  },
  {
    file: 'web/ui/layout/screen.tsx',
    tests: ['web/ui/layout/shown-presses.test.tsx'],
    bugs: [bug('the title of the window stays that of the page before', '  }, [title]);', '  }, []);')],
  },
  {
    file: 'web/ui/layout/picture-thumbnail.tsx',
    tests: ['web/ui/layout/shown-presses.test.tsx'],
    bugs: [
      bug(
        'a picture that failed once is missing for the next one too',
        'smallMissing === picture.small',
        'smallMissing !== null',
      ),
    ],
  },
  {
    file: 'web/ui/proof/check-steps.tsx',
    tests: ['web/ui/primitives.test.tsx'],
    bugs: [
      bug(
        'a failed step of a check wears the mark of a sound one',
        "name={holds ? 'check' : 'warning'}",
        "name={isSame ? 'check' : 'warning'}",
      ),
    ],
  },
  {
    file: 'web/platform/use-settled.ts',
    tests: ['web/platform/use-settled-presses.test.tsx'],
    bugs: [
      bug(
        'what is typed is searched for with every letter',
        'return () => clearTimeout(timer);',
        'return () => undefined;',
      ),
    ],
  },
  {
    file: 'web/platform/format/number.ts',
    tests: ['web/platform/format/number.test.ts'],
    bugs: [bug('an exact amount with two decimals shows six', 'value % 10_000n === 0n', 'value % 1_000_000n === 0n')],
  },
  {
    file: 'web/platform/api/refusal.ts',
    tests: ['web/platform/api/problem-text.test.ts'],
    bugs: [
      bug(
        'a sentence of the validator is shown as a code',
        'return /^[a-z]\\w*$/.test(text)',
        'return /^[a-z]/i.test(text)',
      ),
      bug(
        'what the contract refuses before it is sent has no code',
        "return errorCodeOf((issues as readonly { readonly message: string }[])[0]?.message ?? '');",
        'return null;',
      ),
    ],
  },
  {
    file: 'web/platform/api/bounded-call.ts',
    tests: ['web/platform/api/bounded-call.test.ts'],
    bugs: [
      bug(
        'a check that timed out says that the answer is wrong',
        "    if (timeout.aborted && !signal?.aborted) throw new ApiFailure('timeout', error);\n",
        '',
      ),
    ],
  },
  {
    file: 'web/platform/api/read-text.ts',
    tests: ['web/platform/api/call.test.ts'],
    bugs: [
      bug(
        'letters at the border of two parts of an answer are broken',
        'decoder.decode(part.value, { stream: true })',
        'decoder.decode(part.value)',
      ),
    ],
  },
  {
    file: 'web/platform/i18n/locale-store.ts',
    tests: ['web/platform/i18n/text-presses.test.tsx'],
    bugs: [
      bug(
        "the server is told the language of a visit as the member's own",
        '=${localeStore.own()}; path',
        '=${localeStore.locale()}; path',
      ),
    ],
  },
  {
    file: 'web/ui/form/password-field.tsx',
    tests: ['web/ui/form/form-presses.test.tsx'],
    bugs: [
      bug('a shown password cannot be hidden', 'onClick={() => setShown(!shown)}', 'onClick={() => setShown(true)}'),
    ],
  },
  {
    file: 'web/ui/feedback/save-file.ts',
    tests: ['web/ui/feedback/feedback-presses.test.tsx'],
    bugs: [
      bug(
        'a file is revoked before the browser has read it',
        'setTimeout(() => URL.revokeObjectURL(address), 10_000);',
        'URL.revokeObjectURL(address);',
      ),
    ],
  },
  {
    file: 'web/prerender/bundle-files.ts',
    tests: ['web/prerender/bundle-files.test.ts'],
    bugs: [
      bug(
        'a file that only an import of an import needs is not requested',
        'for (const chunk of chunks) if (part.imports.includes(chunk.fileName)) parts.add(chunk);',
        'for (const chunk of wanted) if (part.imports.includes(chunk.fileName)) parts.add(chunk);',
      ),
    ],
  },
]);
