import { type RefObject, useEffect, useRef, useState } from 'react';
import type { uploadImage } from '#contract/images.ts';
import type { CallResult } from '#web/platform/api/call.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import type { UploadOptions } from '#web/platform/api/upload.ts';
import { type Picture, preparePicture } from '#web/platform/pictures/redraw-picture.ts';
import type { DepositError } from './deposit-form.ts';

/** Upload state of a deposit's proof image. */
export type Proof =
  | { readonly step: 'none' }
  | { readonly step: 'preparing' }
  /** `share`: uploaded share, 0 to 1. */
  | { readonly step: 'sending'; readonly preview: string; readonly share: number }
  | { readonly step: 'sent'; readonly preview: string; readonly id: string; readonly redrawn: boolean }
  | {
      readonly step: 'failed';
      readonly preview: string | null;
      readonly problem: DepositError | Error;
      /** Whether retrying may succeed. */
      readonly again: boolean;
    };

export type ProofChoice = ReturnType<typeof useProof>;

/** Uploads an image to the member's images. */
export type SendImage = (image: UploadOptions & { readonly file: Blob }) => Promise<CallResult<typeof uploadImage>>;

export function useProof(sendImage: SendImage) {
  const [proof, setProof] = useState<Proof>({ step: 'none' });
  const chosen = useRef<Chosen | null>(null);
  const running = useRef(new AbortController());

  const restart = (): AbortSignal => {
    running.current.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  useEffect(
    () => () => {
      running.current.abort();
      if (chosen.current !== null) URL.revokeObjectURL(chosen.current.preview);
    },
    [],
  );

  async function send(signal: AbortSignal): Promise<void> {
    if (chosen.current === null) return;
    const { picture, preview } = chosen.current;
    const onProgress = (share: number) => signal.aborted || setProof({ step: 'sending', preview, share });
    onProgress(0);
    try {
      const { value } = await sendImage({ file: picture.blob, signal, onProgress });
      if (!signal.aborted) setProof({ step: 'sent', preview, id: value.id, redrawn: picture.redrawn });
    } catch (error) {
      if (!signal.aborted) setProof(failed(preview, error));
    }
  }

  return {
    proof,
    async choose(file: Blob): Promise<void> {
      const signal = restart();
      drop(chosen);
      setProof({ step: 'preparing' });
      const { picture, error } = await preparePicture(file);
      if (signal.aborted) return;
      if (picture === null) return setProof({ step: 'failed', preview: null, problem: error, again: false });
      chosen.current = { picture, preview: URL.createObjectURL(picture.blob) };
      await send(signal);
    },
    sendAgain: () => send(restart()),
    remove(): void {
      running.current.abort();
      drop(chosen);
      setProof({ step: 'none' });
    },
    /** Marks the image as refused for this deposit. */
    refuse: (error: Error): void => setProof(failed(chosen.current?.preview ?? null, error)),
  };
}

interface Chosen {
  readonly picture: Picture;
  readonly preview: string;
}

function drop(chosen: RefObject<Chosen | null>): void {
  if (chosen.current !== null) URL.revokeObjectURL(chosen.current.preview);
  chosen.current = null;
}

/** Refusals of the image itself are final. */
function failed(preview: string | null, error: unknown): Proof {
  const problem = error instanceof Error ? error : new Error(String(error));
  return { step: 'failed', preview, problem, again: refusalCode(error)?.startsWith('image') !== true };
}
