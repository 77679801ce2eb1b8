import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Event loop lag from which requests are shed: a quick 503 is better than a slow response. */
const delayMsMax = 2_000;
const sampleEveryMs = 1_000;

/** Refuses requests while the event loop lags, measured by a timer's delay: that needs no file descriptor. */
export function addLoadGuard(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  let isLagging = false;
  let dueAtMs = performance.now() + sampleEveryMs;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    isLagging = nowMs - dueAtMs > delayMsMax;
    dueAtMs = nowMs + sampleEveryMs;
  }, sampleEveryMs);
  timer.unref();
  app.addHook('onRequest', (request, reply, next) => {
    if (isLagging) refuse(request, reply);
    else next();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
  });
}
