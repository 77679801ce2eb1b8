/** An operation of the specification that has no handler yet: the server returns 501 and names the feature. */
export interface NotImplementedOperation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path below `/api`, as in `operation()`. */
  readonly path: string;
}

/** Operations still to come, by the feature that brings them. */
export const notImplementedOperations: Readonly<Record<string, readonly NotImplementedOperation[]>> = {
  rounds: [
    { name: 'listCategories', method: 'GET', path: '/order/thbtype' },
    { name: 'listRounds', method: 'POST', path: '/order/thblist' },
    { name: 'listOrders', method: 'GET', path: '/order/thborder' },
    { name: 'placeOrder', method: 'POST', path: '/order/tradeThb' },
  ],
  draws: [
    { name: 'draw', method: 'POST', path: '/User/draws' },
    { name: 'listPrizes', method: 'GET', path: '/index/drawslist' },
    { name: 'listWinners', method: 'GET', path: '/index/drawslog' },
    { name: 'getDraw', method: 'GET', path: '/api/dlog' },
  ],
  donations: [{ name: 'donate', method: 'GET', path: '/User/contribute' }],
  'check-in': [
    { name: 'checkIn', method: 'GET', path: '/User/signin' },
    { name: 'getWeek', method: 'GET', path: '/user/weeksignin' },
  ],
  invitations: [
    { name: 'getInvitation', method: 'GET', path: '/user/invite' },
    { name: 'getTeam', method: 'GET', path: '/user/team' },
  ],
  support: [
    { name: 'sendMessage', method: 'POST', path: '/chat/send' },
    { name: 'listMessages', method: 'GET', path: '/chat/log' },
    { name: 'getUnread', method: 'GET', path: '/chat/notice' },
  ],
};
