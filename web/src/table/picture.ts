/** A result as a picture to share: the title, who came where, and the points over time. Drawn by the browser itself. */
import type { SeatLook } from '../games/types';
import type { Result } from '../protocol/wire';
import type { CoursePoint } from '../protocol/rest';
import { graphOf } from './course';
import { signed } from './scores';
import { shapePath } from './seats';

const [WIDTH, HEIGHT] = [1200, 630];
const [PAPER, INK, SOFT, GOLD] = ['#fcf6e8', '#2a2018', '#5a4c3c', '#b98a2c'];
const SERIF = '"EB Garamond Variable", Georgia, serif';

/** A colour of the page as it is now: canvases know no variables. */
function resolved(colour: string): string {
  const name = /^var\((--[\w-]+)/.exec(colour)?.[1];
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() || INK : colour;
}

/** The picture as a PNG file. */
export async function pictureOf(
  title: string,
  headline: string,
  result: Result,
  seats: readonly SeatLook[],
  points: readonly CoursePoint[],
): Promise<File> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = GOLD;
  pen.lineWidth = 6;
  pen.strokeRect(18, 18, WIDTH - 36, HEIGHT - 36);
  write(pen, 'Abbatia', 60, 96, `400 52px "Uncial Antiqua", ${SERIF}`, GOLD);
  write(pen, title, WIDTH - 60, 92, `600 38px ${SERIF}`, SOFT, 'right');
  write(pen, headline, 60, 172, `700 56px ${SERIF}`, INK);
  const order = [...seats].sort((a, b) => (result.ranks[a.seat] ?? 9) - (result.ranks[b.seat] ?? 9));
  const step = Math.min(74, 380 / order.length);
  order.forEach((look, index) => {
    const y = 262 + index * step;
    stamp(pen, look, 84, y - 13, 20);
    write(pen, look.name, 122, y, `600 38px ${SERIF}`, INK, 'left', 270);
    write(pen, signed(result.scores[look.seat] ?? 0), 480, y, `700 44px ${SERIF}`, INK, 'right');
  });
  graph(pen, seats, points);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('no picture');
  return new File([blob], 'abbatia.png', { type: 'image/png' });
}

type Pen = CanvasRenderingContext2D;

function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  align: CanvasTextAlign = 'left',
  most = 720,
): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y, most);
}

function stamp(pen: Pen, look: SeatLook, x: number, y: number, r: number): void {
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = resolved(look.colour);
  pen.fill(new Path2D(shapePath(look.shape, r)));
  pen.restore();
}

function graph(pen: Pen, seats: readonly SeatLook[], points: readonly CoursePoint[]): void {
  const { lines, low, high } = graphOf(points, seats.length);
  const [left, top, width, height] = [540, 220, 580, 340];
  const [x, y] = [(part: number) => left + part * width, (part: number) => top + part * height];
  pen.strokeStyle = SOFT;
  pen.lineWidth = 2;
  const zero = y(high / (high - low));
  pen.beginPath();
  pen.moveTo(left, zero);
  pen.lineTo(left + width, zero);
  pen.stroke();
  pen.lineWidth = 6;
  pen.lineJoin = 'round';
  for (const look of seats) {
    const line = lines[look.seat] ?? [];
    pen.strokeStyle = resolved(look.colour);
    pen.beginPath();
    line.forEach(([a, b], index) => (index ? pen.lineTo(x(a), y(b)) : pen.moveTo(x(a), y(b))));
    pen.stroke();
    const [a, b] = line.at(-1) ?? [1, 1];
    stamp(pen, look, x(a), y(b), 14);
  }
}

/** Hand the picture to the device's own way of sharing; where there is none, it is downloaded. */
export async function share(picture: File, text: string): Promise<void> {
  if (navigator.canShare?.({ files: [picture] })) {
    await navigator.share({ files: [picture], text }).catch(() => undefined); // somebody changed their mind
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
