import { bug, mutantsOf } from '../mutant.ts';

const betTests = ['web/features/rounds/bet-presses.test.tsx'];
const roundTests = ['web/features/rounds/round-presses.test.tsx'];
const proofTests = ['web/features/rounds/proof-presses.test.tsx'];
const replayTests = ['web/features/rounds/replay-presses.test.tsx'];
const booksTests = ['web/features/proofs/books-presses.test.tsx'];
const givingTests = ['web/features/donations/giving-presses.test.tsx'];
const taskTests = ['web/features/tasks/tasks-presses.test.tsx'];
const contentTests = ['web/features/content/content-presses.test.tsx'];
const noticeTests = ['web/features/content/notices-presses.test.tsx'];

/** What a press does on the screens of rounds, draws, proofs, giving, invitations, tasks and the home screen. */
export const communityPresses = mutantsOf('presses', [
  {
    file: 'web/features/rounds/bet-confirm.tsx',
    tests: betTests,
    bugs: [
      bug('a bet can be placed on a round that has closed under its sheet', ' disabled={!isOpen}', ''),
      bug(
        'a bet without an answer is taken for refused',
        "showToast(t('rounds.noAnswer'), 'failure');\n      return;",
        "showToast(t('rounds.noAnswer'), 'failure');",
      ),
      bug('the refusal of a bet is not shown at its field', '    onRefused(error);\n', ''),
    ],
  },
  {
    file: 'web/features/rounds/bet-slip.tsx',
    tests: betTests,
    bugs: [bug('a bet goes to the round that has begun meanwhile', 'round={confirming ?? round}', 'round={round}')],
  },
  {
    file: 'web/features/rounds/queries.ts',
    tests: [...roundTests, ...proofTests],
    bugs: [
      bug(
        'more of the earlier rounds are asked for by a text',
        'usePages(listRounds, {}, { refetchInterval })',
        'usePages(listRounds, {}, { refetchInterval, rowsOf: (page) => page.map(({ id }) => ({ id: String(id) })) })',
      ),
      bug('more of the revealed seeds are asked for by a text', '({ id: round })', '({ id: String(round) })'),
      bug('a round is read again once all are paid', '&& !isPaid;', '&& isPaid;'),
    ],
  },
  {
    file: 'web/features/rounds/own-bets.tsx',
    tests: proofTests,
    bugs: [
      bug(
        'the path of a bet can be saved before it was checked',
        '{check.data && (\n        <Button',
        '{check.data === undefined && (\n        <Button',
      ),
    ],
  },
  {
    file: 'web/features/rounds/fairness-view.tsx',
    tests: ['web/features/rounds/fairness-view.test.tsx'],
    bugs: [
      bug(
        'a commitment that is another than the phone has kept is not shown',
        'other.commitment !== commitment || isOtherDay',
        'other.commitment === commitment || isOtherDay',
      ),
      bug('a chain is missed that this node may not have read yet', 'at < latest && !chains', '!chains'),
      bug('a chain that is listed no more is not shown', 'at < latest && !chains', 'at > latest && !chains'),
    ],
  },
  {
    file: 'web/features/rounds/replay-in-worker.ts',
    tests: replayTests,
    bugs: [bug('a worker that has recomputed a round goes on', '    worker.terminate();\n', '')],
  },
  {
    file: 'web/features/rounds/replay-card.tsx',
    tests: replayTests,
    bugs: [
      bug(
        'two differences of one field are taken for one',
        '<RoundDifference key={`${one.field} ${one.claimed} ${one.computed}`}',
        '<RoundDifference key={one.field}',
      ),
      bug('how many bets were loaded stays on the page', '    onSettled: () => setLoaded(null),\n', ''),
    ],
  },
  {
    file: 'web/pages/published-market.ts',
    tests: ['web/pages/round-detail-presses.test.tsx'],
    bugs: [
      bug(
        'While the market’s prices are stale, a round of a replay is no longer held against the recorded day, and nothing says so',
        'identity: status?.identity,',
        "identity: status?.state === 'live' ? status.identity : null,",
      ),
    ],
  },
  {
    file: 'web/features/rounds/round-keeper.tsx',
    tests: ['web/features/rounds/round-keeper-presses.test.tsx'],
    bugs: [
      bug('a digest is kept of events after the closing', "state !== 'closed' || digest === null", 'digest === null'),
    ],
  },
  {
    file: 'web/features/proofs/root-feed.ts',
    tests: booksTests,
    bugs: [
      bug('a node that is a moment behind is asked once', '!isBehind || attempt === 3', '!isBehind || attempt === 1'),
    ],
  },
  {
    file: 'web/features/proofs/books-card.tsx',
    tests: booksTests,
    bugs: [
      bug(
        'a balance that does not match stands under the title of one that does',
        'data?.matches === false',
        'data?.matches === undefined',
      ),
    ],
  },
  {
    file: 'web/features/donations/tier-card.tsx',
    tests: givingTests,
    bugs: [
      bug('a second donation can be pressed while one is under way', '              disabled={!donation.isIdle}\n', ''),
      bug('how a donor wants to be named is not sent', 'donation.mutate({ tier, name })', 'donation.mutate({ tier })'),
    ],
  },
  {
    file: 'web/features/draws/draw-proof.tsx',
    tests: ['web/features/draws/draw-proof-presses.test.tsx'],
    bugs: [bug('that the phone kept nothing of a day is not said', '{!wasKept && <p', '{wasKept && <p')],
  },
  {
    file: 'web/features/tasks/help-reading.tsx',
    tests: taskTests,
    bugs: [
      bug(
        'a help text counts as read while nobody sees it',
        "if (document.visibilityState === 'visible') setLeft(",
        'setLeft(',
      ),
      bug(
        'an opening that the server knows no more is reported again',
        "reading && refusalCode(error) !== 'readingUnknown'",
        'reading',
      ),
    ],
  },
  {
    file: 'web/features/check-in/check-in-sheet.tsx',
    tests: ['web/features/check-in/check-in.test.tsx'],
    bugs: [
      bug(
        'A member with no points yet sees a placeholder for ever instead of 0 points',
        ') : points.data === undefined ? (',
        ') : !points.data ? (',
      ),
    ],
  },
  {
    file: 'web/features/check-in/check-in-badge.tsx',
    tests: ['web/features/check-in/check-in-presses.test.tsx'],
    bugs: [
      bug(
        'the address goes on asking for a check-in that was closed',
        "    if (isAsked) navigator.replaceSearch('');\n",
        '',
      ),
    ],
  },
  {
    file: 'web/features/invitations/team-card.tsx',
    tests: ['web/features/invitations/invitations-presses.test.tsx'],
    bugs: [bug('points of the team are celebrated as a new member', "    if (change !== 'joined') return;\n", '')],
  },
  {
    file: 'web/features/content/document-view.tsx',
    tests: contentTests,
    bugs: [
      bug(
        'a version is accepted that the member does not see',
        'accept.mutate({ id: entry.id, version: shown })',
        'accept.mutate({ id: entry.id, version: entry.version })',
      ),
    ],
  },
  {
    file: 'web/features/content/terms-prompt.tsx',
    tests: contentTests,
    bugs: [bug('terms that were put off are asked for again', ' && question !== answered', '')],
  },
  {
    file: 'web/pages/tips.tsx',
    tests: ['web/pages/parts-presses.test.tsx'],
    bugs: [
      bug('A link to one tip opens the page of tips at its top', "useQueryParameter('id')", "useQueryParameter('tip')"),
    ],
  },
  {
    file: 'web/features/content/notice-list.tsx',
    tests: noticeTests,
    bugs: [
      bug(
        'a wanted notice is looked for on one more page alone',
        'const missingAfter = isMissing ? list.data?.pages.length : null;',
        'const missingAfter = isMissing;',
      ),
    ],
  },
  {
    file: 'web/features/content/notice-popup.tsx',
    tests: noticeTests,
    bugs: [
      bug(
        'a notice covers an open dialog',
        "if (document.querySelector('dialog[open]') === null) setShown",
        'if (notice) setShown',
      ),
    ],
  },
  {
    file: 'web/features/home/bots-card.tsx',
    tests: ['web/features/home/home-presses.test.tsx'],
    bugs: [
      bug(
        'losses of all members are shown as their income',
        'subtract(incomePaid, lossesTaken)',
        'subtract(lossesTaken, incomePaid)',
      ),
    ],
  },
  {
    file: 'web/features/ranking/ranking.tsx',
    tests: ['web/features/ranking/ranking-presses.test.tsx'],
    bugs: [
      bug(
        'the ranking repeats the coins of the cards above it',
        'rows?.slice(firstRow, firstRow + rowCount)',
        'rows?.slice(0, rowCount)',
      ),
    ],
  },
  {
    file: 'web/features/donations/disbursements-card.tsx',
    tests: ['web/features/donations/giving-presses.test.tsx'],
    bugs: [
      bug(
        'the disbursements shown at first are the five oldest ones',
        'disbursements.slice(0, shownAtFirst)',
        'disbursements.slice(-shownAtFirst)',
      ),
    ],
  },
  {
    file: 'web/features/draws/draw-hub.tsx',
    tests: ['web/features/draws/draw-presses.test.tsx'],
    bugs: [
      bug(
        'A member without an entry today cannot see or set the own seed of the draws',
        '{day.data && <OwnSeed day={day.data} />}',
        '{day.data && day.data.entries.length > 0 && <OwnSeed day={day.data} />}',
      ),
    ],
  },
  {
    file: 'web/features/draws/draw-stage.tsx',
    tests: ['web/features/draws/draw-presses.test.tsx'],
    bugs: [
      bug(
        'the button to draw stays enabled while the member’s own seed is being set',
        'isDrawing: draw.isPending || change.isPending',
        'isDrawing: draw.isPending',
      ),
    ],
  },
]);
