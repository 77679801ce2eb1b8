import { signInWithPasskey, startPasskeySignIn } from '#contract/factors.ts';
import { type Answer, call, callForAnswer } from '#web/platform/api/call.ts';
import { askForPasskey } from '#web/platform/passkeys/passkey-prompt.ts';

/** Asks the server what to sign, the member's device to sign it, and the server to take it. */
export async function enterWithPasskey(): Promise<Answer<typeof signInWithPasskey>> {
  const credential = await askForPasskey(await call(startPasskeySignIn, {}));
  return await callForAnswer(signInWithPasskey, { credential });
}
