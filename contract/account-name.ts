/** Account: 6-20 letters, digits or both. */
export const usernamePattern = /^[A-Za-z0-9]{6,20}$/;

/**
 * The header with the account name that the calling page shows. A browser has one session and many tabs: where another member has signed
 * in meanwhile, the call is refused as `otherAccount` instead of being answered with that member's figures.
 */
export const accountHeader = 'x-clearlot-account';
