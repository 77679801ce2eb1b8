import { expect, test } from 'vitest';
import { checksPerPage, fundingsPerPage } from './books.ts';
import { searchLengthMax } from './content.ts';
import { draftBodyLengthMax, draftTitleLengthMax } from './content-operators.ts';
import { disbursementsPerPage } from './donations.ts';
import { winnersMax } from './draws.ts';
import { expiredState, signInUrl } from './envelope.ts';
import { pageSize } from './fields.ts';
import { tickerLength, uptimeCellMs, uptimeCells } from './home.ts';
import { backupCodeCount, passkeysMax } from './identity-schemas.ts';
import { imageBytesMax, imagePixelsMax } from './images.ts';
import { teamCountMax } from './invitations.ts';
import { chartCandlesMax } from './market.ts';
import { noteLengthMax } from './members.ts';
import { pushEndpointLengthMax, unreadCountMax } from './notifications.ts';
import { actsPerPage } from './operators-log.ts';
import { playedDaysMax } from './plans-proof.ts';
import { productChangesPerPage } from './products.ts';
import { minutesMax, newestRoots, rootsPerPage } from './proofs.ts';
import { ordersPerPage, resultsMax } from './rounds.ts';
import { inboxPageSize, snippetsMax } from './support-inbox.ts';
import {
  chatMessagesOfDayMax,
  chatPageSize,
  chatSearchedMax,
  chatSearchLengthMax,
  chatUnreadMax,
  messageLengthMax,
  transcriptPartSize,
} from './support-schemas.ts';
import { commentLengthMax } from './withdrawals.ts';

test('the bounds of fields and lists are those that callers of the interface count on', () => {
  expect({
    ...{ checksPerPage, fundingsPerPage },
    ...{ draftTitleLengthMax, draftBodyLengthMax },
    ...{ searchLengthMax },
    ...{ disbursementsPerPage },
    ...{ winnersMax },
    ...{ signInUrl, expiredState },
    ...{ pageSize },
    ...{ uptimeCells, uptimeCellMs, tickerLength },
    ...{ passkeysMax, backupCodeCount },
    ...{ imageBytesMax, imagePixelsMax },
    ...{ teamCountMax },
    ...{ chartCandlesMax },
    ...{ noteLengthMax },
    ...{ unreadCountMax, pushEndpointLengthMax },
    ...{ actsPerPage },
    ...{ playedDaysMax },
    ...{ productChangesPerPage },
    ...{ rootsPerPage, newestRoots, minutesMax },
    ...{ resultsMax, ordersPerPage },
    ...{ inboxPageSize, snippetsMax },
    ...{
      chatPageSize,
      transcriptPartSize,
      messageLengthMax,
      chatMessagesOfDayMax,
      chatSearchedMax,
      chatSearchLengthMax,
      chatUnreadMax,
    },
    ...{ commentLengthMax },
  }).toEqual({
    ...{ checksPerPage: 50, fundingsPerPage: 20 },
    ...{ draftTitleLengthMax: 200, draftBodyLengthMax: 6_000 },
    ...{ searchLengthMax: 100 },
    ...{ disbursementsPerPage: 100 },
    ...{ winnersMax: 20 },
    ...{ signInUrl: 99, expiredState: 401 },
    ...{ pageSize: 20 },
    ...{ uptimeCells: 37, uptimeCellMs: 600_000, tickerLength: 30 },
    ...{ passkeysMax: 10, backupCodeCount: 10 },
    ...{ imageBytesMax: 5_242_880, imagePixelsMax: 40_000_000 },
    ...{ teamCountMax: 10_000 },
    ...{ chartCandlesMax: 400 },
    ...{ noteLengthMax: 500 },
    ...{ unreadCountMax: 100, pushEndpointLengthMax: 1_000 },
    ...{ actsPerPage: 50 },
    ...{ playedDaysMax: 366 },
    ...{ productChangesPerPage: 20 },
    ...{ rootsPerPage: 500, newestRoots: 48, minutesMax: 1_000 },
    ...{ resultsMax: 2_000, ordersPerPage: 2_000 },
    ...{ inboxPageSize: 50, snippetsMax: 500 },
    ...{
      chatPageSize: 50,
      transcriptPartSize: 500,
      messageLengthMax: 2_000,
      chatMessagesOfDayMax: 2_000,
      chatSearchedMax: 2_000,
      chatSearchLengthMax: 100,
      chatUnreadMax: 100,
    },
    ...{ commentLengthMax: 120 },
  });
});
