/** The frames of a replay, fetched in pieces and kept; a frame is how the table looked after a number of actions. */
import type { Frame, Frames } from '../protocol/rest';

export const PIECE = 50;

type Fetch = (start: number, stop: number) => Promise<Frames>;

export class Film {
  private readonly frames = new Map<number, Frame>();
  private readonly coming = new Map<number, Promise<void>>();

  constructor(
    /** The number of actions: frames go from 0 to this. */
    readonly length: number,
    private readonly fetch: Fetch,
  ) {}

  /** The nearest place that exists. */
  clamp(at: number): number {
    return Math.max(0, Math.min(this.length, Math.trunc(at)));
  }

  /** The frame at this place; fetches its piece, and the next one ahead. */
  async frame(at: number): Promise<Frame> {
    const place = this.clamp(at);
    await this.piece(Math.floor(place / PIECE));
    const ahead = Math.floor((place + PIECE / 2) / PIECE);
    if (ahead * PIECE <= this.length) void this.piece(ahead).catch(() => undefined);
    const frame = this.frames.get(place);
    if (!frame) throw new Error(`frame ${place} is missing`);
    return frame;
  }

  private piece(number: number): Promise<void> {
    const before = this.coming.get(number);
    if (before) return before;
    const start = number * PIECE;
    const coming = this.fill(start, Math.min(this.length + 1, start + PIECE));
    this.coming.set(number, coming);
    coming.catch(() => this.coming.delete(number));
    return coming;
  }

  /** Fetches these frames; an answer may hold fewer than were asked for, so ask until all are there. */
  private async fill(start: number, stop: number): Promise<void> {
    let at = start;
    while (at < stop) {
      const { frames } = await this.fetch(at, stop);
      if (frames.length === 0) return;
      for (const frame of frames) this.frames.set(frame.at, frame);
      at += frames.length;
    }
  }
}
