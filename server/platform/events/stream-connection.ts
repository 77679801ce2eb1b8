import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Unsent bytes from which a page counts as slow: a few frames, so that its data is not stale. */
const unsentBytesMax = 16_384;

/**
 * One page on the stream, with backpressure. While it is slow, only the newest frame of each slot is kept and its own frames are
 * queued in order; beyond the byte bound it is disconnected.
 */
export class StreamConnection {
  readonly #response: ServerResponse;
  /** Frames bypass the response, whose per-write overhead adds up over thousands of pages. */
  #socket: Socket | null = null;
  readonly #bytesMax: number;
  readonly #latest = new Map<string, Buffer>();
  #own: Buffer[] = [];
  #ownBytes = 0;
  #blocked = false;
  #beatsMissed = 0;
  readonly #onGone: () => void;

  /** `onGone` may be called twice: when the page is asked to close, and once it is closed. */
  constructor(response: ServerResponse, bytesMax: number, onGone: () => void) {
    this.#response = response;
    this.#onGone = onGone;
    this.#bytesMax = bytesMax;
    // 'close' follows; an unhandled 'error' would crash the process.
    response.on('error', () => undefined);
    response.once('close', onGone);
  }

  /** Writes the head and the first frames. Neither Content-Length nor chunked encoding: the bytes are the same for every page. */
  open(opening: Buffer): void {
    const response = this.#response;
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    response.write(opening);
    this.#socket = response.socket;
    this.#socket?.setNoDelay(true);
  }

  /** Sends a frame that a newer one of the same slot may replace. */
  sendLatest(slot: string, frame: Buffer): void {
    if (!this.#blocked) {
      this.#write(frame);
      return;
    }
    this.#latest.set(slot, frame);
    this.#enforceBound();
  }

  /** Sends a frame that must not be skipped. */
  send(frame: Buffer): void {
    if (!this.#blocked) {
      this.#write(frame);
      return;
    }
    this.#own.push(frame);
    this.#ownBytes += frame.length;
    this.#enforceBound();
  }

  /** Keeps an idle connection alive; closes one that has accepted nothing for two heartbeats. */
  beat(frame: Buffer): void {
    if (!this.#blocked) {
      this.#write(frame);
      return;
    }
    this.#beatsMissed++;
    if (this.#beatsMissed > 2) this.#response.destroy();
  }

  /** Gone at once: a phone that is out of reach confirms nothing, and would be counted until its connection times out. */
  end(): void {
    this.#onGone();
    if (this.#blocked) this.#response.destroy();
    else this.#response.end();
  }

  #write(frame: Buffer): void {
    const socket = this.#socket;
    if (socket === null || !socket.writable || this.#response.writableEnded) return;
    // The socket's highWaterMark is far above our bound, so 'drain' would come too late.
    this.#blocked = socket.writableLength + frame.length > unsentBytesMax;
    if (this.#blocked) socket.write(frame, this.#flush);
    else socket.write(frame);
  }

  /** Everything written has been flushed: sends what is queued. */
  readonly #flush = (): void => {
    this.#blocked = false;
    this.#beatsMissed = 0;
    const waiting = [...this.#own, ...this.#latest.values()];
    this.#own = [];
    this.#ownBytes = 0;
    this.#latest.clear();
    if (waiting.length > 0) this.#write(Buffer.concat(waiting));
  };

  #enforceBound(): void {
    let held = (this.#socket?.writableLength ?? 0) + this.#ownBytes;
    for (const frame of this.#latest.values()) held += frame.length;
    if (held > this.#bytesMax) this.#response.destroy();
  }
}
