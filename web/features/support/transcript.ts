import type { ChatMessage } from '#contract/support-schemas.ts';
import type { Format } from '#web/platform/format/use-format.ts';
import type { Translate } from '#web/platform/i18n/text.ts';

/** The first lines of the file. */
export const transcriptHead = (t: Translate): string => `${t('support.title')} · Clearlot\n\n`;

/** Messages as a text file has them, in the member's language and time zone. */
export function transcriptText(messages: readonly ChatMessage[], t: Translate, format: Format): string {
  const lines = messages.map(({ author, text, image, pin, articles, at }) => {
    const parts = [
      ...(author === 'automatic' ? [t(articles.length > 0 ? 'support.automaticText' : 'support.automaticNone')] : []),
      ...articles.map((id) => `/faq?id=${id}`),
      ...(text === '' ? [] : [text]),
      ...(image === null ? [] : [`[${t('support.image')} ${image}]`]),
      ...(pin === null ? [] : [`[${t(`support.pin-${pin.kind}`)} ${pin.id}]`]),
    ];
    return `${format.fullTime(at)} · ${t(`support.${author}`)}\n${parts.join('\n')}\n`;
  });
  return lines.join('\n');
}
