import { bug, type MutatedFile } from '../mutant.ts';

/** What operators and auditors run. */
export const tools: readonly MutatedFile[] = [
  {
    file: 'tools/verify/roots.ts',
    tests: ['tools/verify/roots.test.ts'],
    bugs: [
      bug('faults end well', 'if (faults > 0) return 1;', ''),
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
      bug(
        'only the first page of a feed is read',
        'while (page.length >= rootsPerPage)',
        'while (page.length > rootsPerPage)',
      ),
      bug(
        'a server that repeats its roots is read for ever',
        'if (page.some(({ number }) => number <= after)) throw new Unreadable(`${name}: roots up to ${after} again`);',
        '',
      ),
    ],
  },
];
