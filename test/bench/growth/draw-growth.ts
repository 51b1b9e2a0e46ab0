import { toNumber } from '../harness/format-table.ts';
import type { GrowthPoint } from './fit-exponent.ts';

/** A curve with the words above and below it. */
export interface GrowthPanel {
  readonly title: string;
  /** The label of the horizontal axis. */
  readonly axis: string;
  readonly points: readonly GrowthPoint[];
}

const [WIDTH, HEIGHT] = [360, 260];
const EDGE = { left: 62, right: 16, top: 34, bottom: 48 } as const;
const COLUMNS = 2;

/** Readable on a light and on a dark ground; the picture itself has none. */
const STYLE = `text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 }
.grid { stroke: #8c959f; stroke-opacity: .35 } .ours { stroke: #0969da; fill: none; stroke-width: 2 }
.dot { fill: #0969da } .peer { stroke: #59636e; fill: none; stroke-dasharray: 5 4 } .muted { fill: #59636e }
@media (prefers-color-scheme: dark) { text { fill: #f0f6fc } .ours { stroke: #58a6ff } .dot { fill: #58a6ff }
.peer { stroke: #9198a1 } .muted { fill: #9198a1 } }`;

/**
 * An SVG picture of curves on logarithmic axes, each beside n log n through its last point; fixed costs lift a curve off that
 * line at small sizes.
 */
export function drawGrowth(panels: readonly GrowthPanel[]): string {
  const rows = Math.ceil(panels.length / COLUMNS);
  const [width, height] = [WIDTH * COLUMNS, HEIGHT * rows];
  const drawn = panels.map((panel, index) => {
    const [x, y] = [(index % COLUMNS) * WIDTH, Math.floor(index / COLUMNS) * HEIGHT];
    return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>Time by size on logarithmic axes; the dashed lines are n log n</title>
<style>${STYLE}</style>
${drawn.join('\n')}
</svg>
`;
}

function drawPanel({ title, axis, points }: GrowthPanel): string {
  const last = points.at(-1)!;
  const peer = points.map(({ n }) => ({ n, ms: (last.ms * n * Math.log(n)) / (last.n * Math.log(last.n)) }));
  const xs = createScale(
    points.map(({ n }) => n),
    EDGE.left,
    WIDTH - EDGE.right,
  );
  const ys = createScale(
    [...points, ...peer].map(({ ms }) => ms),
    HEIGHT - EDGE.bottom,
    EDGE.top,
  );
  const toLine = (of: readonly GrowthPoint[]): string => of.map(({ n, ms }) => `${xs.at(n)},${ys.at(ms)}`).join(' ');
  const [right, bottom] = [WIDTH - EDGE.right, HEIGHT - EDGE.bottom];
  return [
    `<text class="title" x="${EDGE.left}" y="18">${escapeXml(title)}</text>`,
    ...xs.ticks.map(
      (n) =>
        `<line class="grid" x1="${xs.at(n)}" x2="${xs.at(n)}" y1="${EDGE.top}" y2="${bottom}"/>` +
        `<text class="muted" x="${xs.at(n)}" y="${bottom + 16}" text-anchor="middle">${toPower(n)}</text>`,
    ),
    ...ys.ticks.map(
      (ms) =>
        `<line class="grid" x1="${EDGE.left}" x2="${right}" y1="${ys.at(ms)}" y2="${ys.at(ms)}"/>` +
        `<text class="muted" x="${EDGE.left - 6}" y="${ys.at(ms) + 4}" text-anchor="end">${toDuration(ms)}</text>`,
    ),
    `<text x="${(EDGE.left + right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escapeXml(axis)}</text>`,
    `<text transform="translate(12 ${(EDGE.top + bottom) / 2}) rotate(-90)" text-anchor="middle">time</text>`,
    `<polyline class="peer" points="${toLine(peer)}"/>`,
    `<polyline class="ours" points="${toLine(points)}"/>`,
    ...points.map(({ n, ms }) => `<circle class="dot" cx="${xs.at(n)}" cy="${ys.at(ms)}" r="3"/>`),
  ].join('\n');
}

/** A logarithmic scale over values, and the powers of ten in it. */
function createScale(values: readonly number[], from: number, to: number) {
  const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  const span = Math.max(high - low, 1e-9);
  const ticks: number[] = [];
  const step = Math.ceil(span / 6);
  for (let power = Math.ceil(low); power <= high + 1e-9; power += step) ticks.push(10 ** power);
  return {
    ticks,
    at: (value: number) => Math.round((from + ((Math.log10(value) - low) / span) * (to - from)) * 10) / 10,
  };
}

function toPower(n: number): string {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  return `10${[...String(Math.round(Math.log10(n)))].map((digit) => digits[Number(digit)]).join('')}`;
}

function toDuration(ms: number): string {
  if (ms < 1) return `${toNumber(ms * 1000)} µs`;
  return ms < 1000 ? `${toNumber(ms)} ms` : `${toNumber(ms / 1000)} s`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
