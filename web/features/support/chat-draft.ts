import { session } from '#web/platform/session/session.ts';
import { tabStorage } from '#web/platform/session/storage.ts';

const storageKey = 'chat-draft';

/** What the member has typed in this tab and not sent: the chat itself links to help texts, and reading one would lose it. */
export function keptDraft(): string {
  const kept = tabStorage.getItem(storageKey) ?? '';
  const [member = ''] = kept.split(' ', 1);
  return member !== '' && member === session.username() ? kept.slice(member.length + 1) : '';
}

export function keepDraft(text: string): void {
  if (text === '') tabStorage.removeItem(storageKey);
  else tabStorage.setItem(storageKey, `${session.username()} ${text}`);
}
