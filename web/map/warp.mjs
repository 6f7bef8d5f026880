// The warp that carries true positions to nudged ones: the land moves with its monasteries, as on old charts.

/** Least squares affine map from points to points. */
export function affineOf(from, to) {
  const n = from.length;
  const mean = (list, k) => list.reduce((sum, p) => sum + p[k], 0) / n;
  const [fx, fy, tx, ty] = [mean(from, 0), mean(from, 1), mean(to, 0), mean(to, 1)];
  let a = 0,
    b = 0,
    d = 0,
    e = 0,
    f = 0,
    g = 0,
    h = 0;
  for (let i = 0; i < n; i++) {
    const x = from[i][0] - fx,
      y = from[i][1] - fy,
      u = to[i][0] - tx,
      v = to[i][1] - ty;
    a += x * x;
    b += x * y;
    d += y * y;
    e += x * u;
    f += y * u;
    g += x * v;
    h += y * v;
  }
  const det = a * d - b * b;
  const m = [(e * d - f * b) / det, (f * a - e * b) / det, (g * d - h * b) / det, (h * a - g * b) / det];
  return ([x, y]) => [tx + m[0] * (x - fx) + m[1] * (y - fy), ty + m[2] * (x - fx) + m[3] * (y - fy)];
}

/** Moving least squares with similarities (Schaefer, McPhail, Warren 2006) after the affine fit. */
export function warpOf(from, to, power = 1.25) {
  const base = affineOf(from, to);
  const pins = from.map(base);
  return (point) => {
    const [x, y] = base(point);
    let sum = 0,
      px = 0,
      py = 0,
      qx = 0,
      qy = 0;
    const weights = pins.map(([u, v], i) => {
      const w = 1 / ((u - x) ** 2 + (v - y) ** 2 + 60) ** power;
      sum += w;
      px += w * u;
      py += w * v;
      qx += w * to[i][0];
      qy += w * to[i][1];
      return w;
    });
    px /= sum;
    py /= sum;
    qx /= sum;
    qy /= sum;
    let scale = 0,
      c = 0,
      s = 0;
    for (let i = 0; i < pins.length; i++) {
      const [u, v] = [pins[i][0] - px, pins[i][1] - py],
        [r, t] = [to[i][0] - qx, to[i][1] - qy];
      scale += weights[i] * (u * u + v * v);
      c += weights[i] * (u * r + v * t);
      s += weights[i] * (u * t - v * r);
    }
    c /= scale;
    s /= scale;
    const dx = x - px,
      dy = y - py;
    return [qx + c * dx - s * dy, qy + s * dx + c * dy];
  };
}

/** Push points apart until each pair keeps its distance; `fixed` points push but do not move. */
export function relaxed(points, least, { inside = null, rounds = 400, home = 0.02 } = {}) {
  const start = points.map((p) => [...p]);
  const now = points.map((p) => [...p]);
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < now.length; i++) {
      for (let j = 0; j < i; j++) {
        const need = typeof least === 'function' ? least(i, j) : least;
        const dx = now[i][0] - now[j][0],
          dy = now[i][1] - now[j][1],
          gap = Math.hypot(dx, dy) || 0.01;
        if (gap >= need) continue;
        const push = (need - gap) / 2 / gap;
        now[i][0] += dx * push;
        now[i][1] += dy * push;
        now[j][0] -= dx * push;
        now[j][1] -= dy * push;
      }
    }
    if (round < rounds - 60)
      now.forEach((p, i) => {
        p[0] += (start[i][0] - p[0]) * home;
        p[1] += (start[i][1] - p[1]) * home;
      });
    if (inside)
      now.forEach((p) => {
        const [[l, t], [r, b]] = inside;
        p[0] = Math.min(r, Math.max(l, p[0]));
        p[1] = Math.min(b, Math.max(t, p[1]));
      });
  }
  return now;
}
