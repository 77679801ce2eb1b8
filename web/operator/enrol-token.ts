/** The token of a one-time link, behind the # of the address; read before the navigation, which keeps no fragment. */
export const enrolToken = window.location.hash.slice(1);
