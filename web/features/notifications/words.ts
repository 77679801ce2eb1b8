import type { Notification } from '#contract/notifications.ts';
import type { SecurityAct } from '#contract/security-acts.ts';
import type { Translate } from '#web/platform/i18n/text.ts';

/** What happened, in one line. */
export function titleOf(t: Translate, { kind, reference }: Pick<Notification, 'kind' | 'reference'>): string {
  return kind === 'securityAct' ? t(`security.act-${reference as SecurityAct}`) : t(`notify.${kind}`);
}
