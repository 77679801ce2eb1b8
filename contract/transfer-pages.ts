import type { TransferKind } from '#core/ledger/transfer.ts';

/** The page of the app that shows what a transfer is about, or null for one between accounts of the house. */
export function pathOfTransfer(kind: TransferKind, reference: string): string | null {
  const of = (path: string, field: string): string => `${path}?${field}=${encodeURIComponent(reference)}`;
  switch (kind) {
    case 'planPlaced':
    case 'planSettled':
    case 'planVoided':
      return of('/ordersDetail', 'id');
    case 'depositConfirmed':
      return of('/depositSuccess', 'deposit');
    case 'withdrawalHeld':
    case 'withdrawalPaid':
    case 'withdrawalReturned':
    case 'withdrawalRefused':
      return of('/withdrawSuccess', 'withdrawal');
    case 'financingSubscribed':
    case 'financingMatured':
    case 'financingRedeemed':
      return '/touzijilu';
    case 'orderPlaced':
    case 'orderWon':
    case 'orderLost':
    case 'orderReturned':
    case 'followReturned':
      return '/myOrderInfo';
    case 'prizeWon':
    case 'entryDrawn':
      return of('/tab2', 'draw');
    case 'donated':
    case 'charityDisbursed':
      return '/singing';
    case 'checkedIn':
    case 'taskCollected':
      return '/hongbao';
    case 'invitationRewarded':
      return '/invitation';
    case 'yieldFunded':
    case 'roundsFunded':
    case 'roundSettled':
    case 'prizesFunded':
      return null;
  }
}
