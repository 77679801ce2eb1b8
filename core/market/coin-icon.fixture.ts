/** An own coin's icon. */
export const ownIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><circle cx="14" cy="14" r="9"/></svg>';
