import { bug, mutantsOf } from '../mutant.ts';

/** What operators and auditors run. */
export const tools = mutantsOf('tools', [
  {
    file: 'tools/usage.ts',
    tests: ['tools/usage.test.ts'],
    bugs: [
      bug('a command that does not know its words ends well', 'process.exit(2)', 'process.exit(0)'),
      bug('no time at all is a count', ' && Number(word) > 0', ''),
    ],
  },
  {
    file: 'tools/contact-sheet/draw.ts',
    tests: ['tools/usage.test.ts'],
    bugs: [
      bug(
        'a misspelt screen draws all of them',
        'if (!words.every((word) => knownWords().includes(word)))',
        'if (words.length > 99)',
      ),
    ],
  },
  {
    file: 'tools/verify/roots.ts',
    tests: ['tools/verify/roots.test.ts'],
    bugs: [
      bug('faults end well', 'if (faults > 0) return 1;', ''),
      bug('a server may begin its feed anywhere', ', from: 1 };', ' };'),
      bug('a mirror forgets what it had', '[...(kept ? [kept] : []), ...sources]', 'sources'),
      bug(
        'a mirror is not compared with',
        'const seen = kept?.roots ?? [];',
        'const seen: readonly PublishedRoot[] = [];',
      ),
      bug(
        'two sources are not compared',
        'for (const earlier of sources.slice(0, place))',
        'for (const earlier of sources.slice(0, 0))',
      ),
      bug(
        'two roots of one number are accepted',
        'if (twice) throw new Unreadable(`${name}: two roots with number ${twice.number}`);',
        '',
      ),
      bug('a page of any size is read', 'if (bytes > pageBytesMax)', 'if (false)'),
    ],
  },
  {
    file: 'tools/log/verify.ts',
    tests: ['server/test/backup-tool.test.ts'],
    bugs: [bug('faults of the log end well', 'return faults.length + unchained === 0 ? 0 : 1;', 'return 0;')],
  },
  {
    file: 'tools/backup/take-backup.ts',
    tests: ['tools/backup/backup.test.ts'],
    bugs: [bug('a backup is of several moments', 'copy, readingOneMoment', "copy, 'begin read only'")],
  },
  {
    file: 'tools/backup/backup-file.ts',
    tests: ['tools/backup/backup.test.ts'],
    bugs: [
      bug('a backup that fails has replaced the one before', 'const draft = `${path}.part`;', 'const draft = path;'),
    ],
  },
  {
    file: 'tools/setup/one-at-a-time.js',
    tests: ['tools/setup/two-starts.test.ts'],
    bugs: [
      bug('two starts at once both install', "flag: 'wx'", "flag: 'w'"),
      bug(
        'a lock from before the clock was set back stops every start',
        'Math.abs(Date.now() - before)',
        'Date.now() - before',
      ),
      bug(
        'the lock of a start whose machine has slept is taken away',
        'return touchedAt(lock) === before;',
        'return true;',
      ),
      bug('a start that hangs stops all others', 'performance.now() - beganMs < waitMsMax', 'beganMs > 0'),
      bug('a set-up that is ended leaves its lock', 'for (const signal of signals) process.once(signal, end);', ''),
    ],
  },
  {
    file: 'tools/backup/restore-backup.ts',
    tests: ['tools/backup/backup.test.ts'],
    bugs: [
      bug(
        'the backup of another version is restored',
        'if (told(backup) === told(here)) return;',
        'if (told(backup) !== told([])) return;',
      ),
      bug(
        'who registers while a backup is restored is overwritten',
        'await requireEmpty(client);\n    await clear',
        'await clear',
      ),
    ],
  },
  {
    file: 'tools/backup/check-books.ts',
    tests: ['tools/backup/backup.test.ts'],
    bugs: [
      bug('a backup of locked totals without items is sound', 'isSound: isSound && rows.length === 0', 'isSound'),
      bug(
        'what withdrawals lock is not checked',
        "in ('plans', 'financing', 'withdrawing')",
        "in ('plans', 'financing')",
      ),
    ],
  },
  {
    file: 'tools/verify/verify.ts',
    tests: ['tools/verify/transcripts.test.ts'],
    bugs: [
      bug(
        'the verifier ends with 3 in place of 1 where one transcript is unsound and another was compared with no candles',
        '[1, 3].find(',
        '[3, 1].find(',
      ),
    ],
  },
]);
