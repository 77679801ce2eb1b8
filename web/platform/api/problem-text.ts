import { localeStore } from '../i18n/locale-store.ts';
import { errorText, translate } from '../i18n/text.ts';
import { ApiFailure, ApiRefusal, refusalCode, SessionOver } from './refusal.ts';

/** The error message to show in place of a query's data; null when there is data, it is loading, or the page is leaving. */
export function queryProblem(query: { readonly data: unknown; readonly error: unknown }): string | null {
  return query.error === null || query.data !== undefined ? null : problemText(query.error);
}

/** The message for an error of a call; null when the page is already leaving. */
export function problemText(error: unknown): string | null {
  if (error instanceof SessionOver) return null;
  if (error instanceof ApiRefusal) return refusalText(error);
  if (error instanceof ApiFailure) return translate(`shell.${error.kind}`);
  const code = refusalCode(error);
  return code === null ? translate('shell.nothingChanged') : errorText(code);
}

/** After a change of language the code's own text, where that says it without values that only the server has. */
function refusalText({ code, info, locale }: ApiRefusal): string {
  if (info === '') return errorText(code);
  if (locale === null || locale === localeStore.locale()) return info;
  const text = errorText(code);
  return text.includes('{') || text === translate('shell.nothingChanged') ? info : text;
}
