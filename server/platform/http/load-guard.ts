import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** An event loop that lags this far has more to do than it can: better a quick "busy" than a slow answer. */
const delayMsMax = 2_000;
const sampleEveryMs = 1_000;
const resolutionMs = 10;

/** Refuses requests while the event loop lags. Samples nothing that needs a file: out of descriptors it has to go on. */
export function addLoadGuard(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let isLagging = false;
  const timer = setInterval(() => {
    // No sample within a second: the loop stood still for all of it.
    const delayMs = delays.count === 0 ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - resolutionMs;
    isLagging = delayMs > delayMsMax;
    delays.reset();
  }, sampleEveryMs);
  timer.unref();
  app.addHook('onRequest', (request, reply, next) => {
    if (isLagging) refuse(request, reply);
    else next();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
}
