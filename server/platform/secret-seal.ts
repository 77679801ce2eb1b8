import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts strings with AES-256-GCM. The place is authenticated as additional data: a ciphertext cannot be moved to another. */
export interface SecretSeal {
  seal(text: string, place: string): Buffer;
  /** Throws for another key, another place, or a modified ciphertext. */
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

/** Derives a separate key for each use of the one stored key. */
export function keyFor(use: string, key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `clearlot ${use}`, 32));
}
