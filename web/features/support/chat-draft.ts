import { session } from '#web/platform/session/session.ts';
import { chatDraftKey, tabStorage } from '#web/platform/session/storage.ts';

/** What the member has typed in this tab and not sent: the chat itself links to help texts, and reading one would lose it. */
export function keptDraft(): string {
  const kept = tabStorage.getItem(chatDraftKey) ?? '';
  const [member = ''] = kept.split(' ', 1);
  return member !== '' && member === session.username() ? kept.slice(member.length + 1) : '';
}

export function keepDraft(text: string): void {
  if (text === '') tabStorage.removeItem(chatDraftKey);
  else tabStorage.setItem(chatDraftKey, `${session.username()} ${text}`);
}
