import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals texts with AES-256-GCM. What is sealed for one place cannot be put in another's: it does not open there. */
export interface SecretSeal {
  seal(text: string, place: string): Buffer;
  /** Throws for what was sealed with another key, for another place, or was touched since. */
  open(sealed: Buffer, place: string): string;
}

const cipherName = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** `key` has 256 bits. */
export function createSecretSeal(key: Buffer): SecretSeal {
  return {
    seal(text, place) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, place) {
      const nonce = sealed.subarray(0, nonceLength);
      const text = sealed.subarray(nonceLength, -tagLength);
      const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(-tagLength));
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

/** A key of its own for each use, so that no two uses of the one key that is kept can meet. */
export function keyFor(use: string, key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `clearlot ${use}`, 32));
}
