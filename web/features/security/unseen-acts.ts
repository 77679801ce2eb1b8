/** What decides whether an act is announced. */
export interface Seen {
  /** The last act announced on this phone, or null. */
  readonly last: string | null;
  /** Whether the member is on a security page, or was a moment ago. */
  readonly isAtIt: boolean;
}

/** Whether the newest act (ids are ascending) is to be announced: not on a phone's first visit, nor when the member just did it here. */
export function isNews(newest: string, { last, isAtIt }: Seen): boolean {
  return last !== null && newest > last && !isAtIt;
}

const ownPages = new Set(
  ['/securityCenter', '/card', '/editbank', '/bankPwd', '/user_money_pwd', '/loginPwd', '/resetPassword'].map((path) =>
    path.toLowerCase(),
  ),
);

/** Whether the page is one where members do such acts; it shows them itself. */
export const isOwnPage = (path: string): boolean => ownPages.has(path.toLowerCase());
