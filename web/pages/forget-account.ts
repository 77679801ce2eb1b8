import { forgetAccount as forgetMessages } from '#web/features/support/kept-messages.ts';
import { forgetName } from '#web/platform/session/device-database.ts';
import { forgetOwner } from '#web/platform/session/name-owner.ts';

/** Removes what this phone keeps for an account that was deleted: for its name, which another account may have, and of its chat. */
export async function forgetAccount(username: string): Promise<void> {
  forgetOwner(username);
  await Promise.all([forgetName(username), forgetMessages(username)]);
}
