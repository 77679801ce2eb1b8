import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const addressPattern = /^0x[0-9a-fA-F]{40}$/;

/**
 * Whether the text is an address with its checksum: 0x and 40 hexadecimal digits, of which a letter is a capital where the same digit of
 * the Keccak-256 of the small ones is 8 or more (EIP-55). One without capitals has no checksum: a slip of the finger would go unnoticed.
 */
export function isChecksummedAddress(text: string): boolean {
  return addressPattern.test(text) && checksummed(text) === text;
}

/** The address with the letter case of its checksum. Takes 0x and 40 hexadecimal digits. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const digest = bytesToHex(keccak_256(utf8ToBytes(digits)));
  let text = '0x';
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits[place] as string;
    text += Number.parseInt(digest[place] as string, 16) >= 8 ? digit.toUpperCase() : digit;
  }
  return text;
}
