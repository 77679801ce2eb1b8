/** Path below `/api` of the operators' event stream: server-sent events `changed`, with `{ subject, id }` as JSON. */
export const operatorStreamPath = '/operator/stream';

/** Name of the event that says nothing but that the stream lives. */
export const operatorHeartbeat = 'beat';

/** What can change for operators. `conversations`: a chat, by its member's number; `all`: hints were lost, everything may be stale. */
export const operatorSubjects = ['conversations', 'approvals', 'log', 'all'] as const;
