/** What decides whether an act is announced. */
export interface AnnouncementState {
  /** The last act announced on this phone, or null. */
  readonly last: string | null;
  /** Whether the member is on a security page, or was a moment ago. */
  readonly isOnSecurityPage: boolean;
}

/** Whether the newest act (ids are ascending) is to be announced: not on a phone's first visit, nor when the member just did it here. */
export function isUnannounced(newest: string, { last, isOnSecurityPage }: AnnouncementState): boolean {
  return last !== null && newest > last && !isOnSecurityPage;
}

const securityPages = new Set(
  ['/securityCenter', '/card', '/editbank', '/bankPwd', '/user_money_pwd', '/loginPwd', '/resetPassword'].map((path) =>
    path.toLowerCase(),
  ),
);

/** Whether the page is one where members do such acts; it shows them itself. */
export const isSecurityPage = (path: string): boolean => securityPages.has(path.toLowerCase());
