/** Where a sheet is looked at: its place and zoom in the window, moved at once, by hand, or in a flight. */
import {
  between,
  brought,
  CLOSEST,
  coarse,
  fitted,
  held,
  shown,
  zoomed,
  type Box,
  type Point,
  type Size,
  type View,
} from './geometry';

const FLIGHT = 420;
const REST = 140; // milliseconds after the last move

export class Camera {
  /** The window's size in pixels. */
  room = $state({ width: 800, height: 640 });
  view = $state.raw<View>({ x: 0, y: 0, k: 0.5 });
  /** The zoom at rest: what the sheet is painted for. */
  calm = $state(0.5);
  /** The zoom at rest in coarse steps, no larger than it: what names are laid out for, and not anew for a few pixels. */
  readonly grain = $derived(coarse(this.calm));
  moving = $state(false);
  /** The zoom at which the whole sheet is seen. */
  readonly whole = $derived.by(() => fitted(this.sheet(), this.room).k);
  readonly isZoomed = $derived(this.view.k > this.whole * 1.02);
  readonly isNearest = $derived(this.view.k > this.whole * (CLOSEST - 0.1));
  /** The window has been measured: before that nothing stands where it belongs. */
  isPlaced = $state(false);
  /** The player moved the sheet: it stays as it is. */
  isOwn = false;
  /** The player has moved the sheet since the last event began: the camera does not follow that event. */
  isSteered = false;

  private flight = 0;
  /** Where a flight leads. */
  private goal: View | null = null;
  private rest = 0;

  constructor(
    private readonly sheet: () => Size,
    private readonly isStill: () => boolean,
  ) {}

  /** The window has this size now; a viewer that saw the whole sheet still sees the whole sheet. */
  fit(room: Size): void {
    const seesWhole = !this.isPlaced || (!this.isOwn && !this.isZoomed);
    this.room = room;
    this.place(seesWhole ? fitted(this.sheet(), room) : held(this.view, this.sheet(), room), { now: true });
    this.isPlaced = true;
  }

  place(next: View, { now = false } = {}): void {
    this.view = next;
    this.moving = !now;
    clearTimeout(this.rest);
    if (now) this.calm = next.k;
    else this.rest = window.setTimeout(() => this.settle(), REST);
  }

  /** The view has come to rest. */
  settle(): void {
    clearTimeout(this.rest);
    this.moving = false;
    this.calm = this.view.k;
  }

  stop(): void {
    cancelAnimationFrame(this.flight);
    this.goal = null;
  }

  close(): void {
    this.stop();
    clearTimeout(this.rest);
  }

  fly(to: View): void {
    this.stop();
    const from = this.view;
    const way = Math.abs(to.k / from.k - 1) + Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
    if (this.isStill() || way < 0.5) return this.place(to, { now: true });
    this.moving = true;
    this.goal = to;
    const began = performance.now();
    const frame = (time: number): void => {
      const t = Math.min(1, (time - began) / FLIGHT);
      const eased = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
      this.place(t < 1 ? between(from, to, eased) : to);
      if (t < 1) this.flight = requestAnimationFrame(frame);
      else this.goal = null;
    };
    this.flight = requestAnimationFrame(frame);
  }

  home(): void {
    this.isOwn = this.isSteered = false;
    this.fly(fitted(this.sheet(), this.room));
  }

  /** How many times larger than on the whole sheet this part of it can be seen. */
  reach(box: Box): number {
    return shown(box, this.sheet(), this.room).k / this.whole;
  }

  /** Fly to a part of the sheet, no nearer than is needed. */
  flyTo(box: Box, needed: number): void {
    this.fly(shown(box, this.sheet(), this.room, Math.max(this.whole * 1.2, needed)));
  }

  /** Zoom about a point of the window (its middle), in a flight. */
  zoom(factor: number, at: Point = [this.room.width / 2, this.room.height / 2]): void {
    this.isOwn = true;
    this.fly(zoomed(this.view, factor, at, this.sheet(), this.room));
  }

  /** Follow a wheel or two fingers: zoom about a point while it moves. */
  pinch(factor: number, at: Point, by: Point = [0, 0]): void {
    this.isOwn = this.isSteered = true;
    const { k, x, y } = this.view;
    this.place(zoomed({ k, x: x + by[0], y: y + by[1] }, factor, at, this.sheet(), this.room));
  }

  /** Follow a finger or the arrow keys. */
  pan(by: Point): void {
    this.isOwn = this.isSteered = true;
    const { k, x, y } = this.view;
    this.place(held({ k, x: x + by[0], y: y + by[1] }, this.sheet(), this.room));
  }

  /** Bring a point of the sheet into the middle. */
  centre([x, y]: Point): void {
    this.isSteered = true;
    const { k } = this.view;
    const { width, height } = this.room;
    this.place(held({ k, x: width / 2 - x * k, y: height / 2 - y * k }, this.sheet(), this.room), { now: true });
  }

  /** Fly until a point of the sheet lies within this part of the window; the zoom stays, or that of a flight. */
  bring(point: Point, part: Box): void {
    this.fly(brought(this.goal ?? this.view, point, part, this.sheet(), this.room));
  }

  toSheet([x, y]: Point): Point {
    return [(x - this.view.x) / this.view.k, (y - this.view.y) / this.view.k];
  }

  toWindow([x, y]: Point): Point {
    return [this.view.x + x * this.view.k, this.view.y + y * this.view.k];
  }
}
