/** The end of an account name, as Home (6 characters) and Assets (7) show it. */
export function nameEnd(username: string, characters: number): string {
  return username.length > characters ? `…${username.slice(-characters)}` : username;
}

/** An address shortened in the middle: "0x3fa9…c2d1". */
export function maskedAddress(address: string): string {
  return address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}
