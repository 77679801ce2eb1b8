import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts strings with AES-256-GCM. The place is authenticated as additional data: a ciphertext cannot be moved to another. */
export interface SecretSeal {
  /** The id of the key, the nonce, the ciphertext and the tag. */
  seal(text: string, place: string): Buffer;
  /** Throws for another key, another place, or a modified ciphertext. */
  open(sealed: Buffer, place: string): string;
  /** The same sealed with the newest key; null where it is. */
  sealAgain(sealed: Buffer, place: string): Buffer | null;
}

/** Further keys of 256 bits, that open and do not seal. */
export interface FormerKeys {
  /** Open what was sealed with them. */
  readonly older?: readonly Buffer[];
  /** Opens values without the id of a key, sealed before there was one. */
  readonly unnamed?: Buffer;
}

const cipherName = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const idLength = 8;

/** `newest` has 256 bits. */
export function createSecretSeal(newest: Buffer, { older = [], unnamed = newest }: FormerKeys = {}): SecretSeal {
  const newestId = keyIdOf(newest);
  const keys = [newest, ...older].map((key) => ({ key, id: keyIdOf(key) }));
  const seal = (text: string, place: string): Buffer => Buffer.concat([newestId, encrypt(newest, text, place)]);
  const open = (sealed: Buffer, place: string): string => {
    const named = keys.find(({ id }) => isNamed(sealed, id));
    return named ? decrypt(named.key, sealed.subarray(idLength), place) : decrypt(unnamed, sealed, place);
  };
  return {
    seal,
    open,
    sealAgain: (sealed, place) => (isNamed(sealed, newestId) ? null : seal(open(sealed, place), place)),
  };
}

/** Names a key without revealing it: the beginning of its hash. */
export function keyIdOf(key: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from('clearlot key id '), key]), 'buffer').subarray(0, idLength);
}

const isNamed = (sealed: Buffer, id: Buffer): boolean => sealed.subarray(0, idLength).equals(id);

function encrypt(key: Buffer, text: string, place: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, place: string): string {
  const nonce = sealed.subarray(0, nonceLength);
  const text = sealed.subarray(nonceLength, -tagLength);
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-tagLength));
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Derives a separate key for each use of the one stored key. */
export function keyFor(use: string, key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `clearlot ${use}`, 32));
}
