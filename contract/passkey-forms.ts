import * as z from 'zod/mini';
import { refusedAs } from './fields.ts';

/** Binary parts of WebAuthn's JSON forms: base64url without padding. */
const binary = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(8192));

const transports = z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10)));

const descriptor = z.object({ id: z.string(), type: z.literal('public-key') });

/** What a browser is given to make a passkey: PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3, as far as it is used. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  /** Milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn, as far as it is used. */
export type PasskeyCreation = z.output<typeof passkeyCreation>;

/** What a browser is given to ask for any passkey of this site: PublicKeyCredentialRequestOptionsJSON, as far as it is used. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  userVerification: z.literal('required'),
});

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn, as far as it is used. */
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** A browser's response after it made a passkey: RegistrationResponseJSON, as far as it is read. */
export const passkeyRegistration = z.object({
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: binary, attestationObject: binary, transports }),
});

/** RegistrationResponseJSON of WebAuthn, as far as it is read. */
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

/** A browser's response after it signed with a passkey: AuthenticationResponseJSON, as far as it is read. */
export const passkeySignature = z.object({
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    /** Whose passkey it is; a discoverable one always says so. */
    userHandle: z.optional(binary),
  }),
});

/** AuthenticationResponseJSON of WebAuthn, as far as it is read. */
export type PasskeySignature = z.output<typeof passkeySignature>;

const answerLengthMax = 32_768;

/** A field that carries one of these responses as JSON text; unknown properties are dropped. */
export function passkeyAnswerField<Shape extends typeof passkeyRegistration | typeof passkeySignature>(shape: Shape) {
  const isReadable = (text: string): boolean => text.length <= answerLengthMax && parse(shape, text) !== null;
  const wire = z
    .string(refusedAs('passkeyUnreadable'))
    .check(z.refine(isReadable, { error: () => 'passkeyUnreadable' }));
  return z.codec(wire, z.custom<z.output<Shape>>(), {
    decode: (text) => parse(shape, text) as z.output<Shape>,
    encode: (answer) => JSON.stringify(answer),
  });
}

function parse<Shape extends z.ZodMiniType>(shape: Shape, text: string): z.output<Shape> | null {
  try {
    const read = z.safeParse(shape, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
