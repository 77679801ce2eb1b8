import { ApiFailure } from './refusal.ts';

/** The JSON of an answer. A proxy whose server is away, as while it is started anew, answers in its place with a page or with nothing. */
export function answerJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiFailure(status >= 500 ? 'unreachable' : 'unreadable', error);
  }
}
