import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaptchaWork } from '#contract/captcha-work.ts';
import { getCaptcha, proveWork } from '#contract/identity.ts';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { readKey } from '../api/read-key.ts';
import { singleUse, useRead } from '../api/use-read.ts';

interface CaptchaProof {
  /** How much of the work is done, in percent, while a form waits for it; otherwise null. */
  readonly awaited: number | null;
  /** Waits until the captcha counts: null, or why its work could not be done or handed in. The next call tries again. */
  problem(): Promise<Error | null>;
}

export type Captcha = ReturnType<typeof useCaptcha>;

/** A captcha, whose picture is valid once: its `refetch` gets another. */
export function useCaptcha(enabled = true) {
  const picture = useRead(getCaptcha, {}, { ...singleUse, enabled });
  return { picture, ...useCaptchaWork(picture.data?.work) };
}

/** Does the work of a captcha in the background while the member types, and hands it in. Undefined: no captcha is shown yet. */
export function useCaptchaWork(work: CaptchaWork | undefined): CaptchaProof {
  const [percent, setPercent] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  const proof = {
    queryKey: readKey(getCaptcha, {}, 'work', work?.nonce ?? null),
    async queryFn({ signal }: { readonly signal: AbortSignal }) {
      if (work === undefined) return true;
      setPercent(0);
      const { solveInWorker } = await import('./solve-in-worker.ts');
      const report = (attempts: number) => setPercent(Math.floor((100 * attempts) / work.attempts));
      await call(proveWork, await solveInWorker(work, signal, report), { signal });
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  };
  useQuery({ ...proof, enabled: work !== undefined }, queryClient);
  return {
    awaited: isAwaited ? percent : null,
    async problem() {
      if (work === undefined) return null;
      setAwaited(true);
      try {
        await queryClient.ensureQueryData(proof);
        return null;
      } catch (error) {
        return error as Error;
      } finally {
        setAwaited(false);
      }
    },
  };
}
