import type { signIn as operation } from '#contract/identity.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { type EnterDependencies, enter } from './enter.ts';

/** Signs a member in. A second factor is only revealed after the right password. */
export async function signIn(
  dependencies: EnterDependencies,
  input: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent'>,
): Promise<OutputOf<typeof operation>> {
  const { username } = await enter(dependencies, { way: 'password', ...input }, call);
  return { username };
}
