/** What a page knows of the acts that touched the safety of the account. */
export interface Seen {
  /** The newest act that this phone has told of, or null when it has told of none yet. */
  readonly last: string | null;
  /** Whether the member is where such acts are done, or was a moment ago. */
  readonly isAtIt: boolean;
}

/** Whether the newest act (ids grow with time) is news: nothing is on a phone's first visit, nor what the member has just done here. */
export function isNews(newest: string, { last, isAtIt }: Seen): boolean {
  return last !== null && newest > last && !isAtIt;
}

const ownPages = new Set(
  ['/securityCenter', '/card', '/editbank', '/bankPwd', '/user_money_pwd', '/loginPwd', '/resetPassword'].map((path) =>
    path.toLowerCase(),
  ),
);

/** Whether the page is one where the account's safety is the member's own work: what happens is told there. */
export const isOwnPage = (path: string): boolean => ownPages.has(path.toLowerCase());
