import type { GridPoint } from '../mesh/stylize-subject.ts';

/**
 * The cells of a shell and all that it closes in: 1, others 0. A hole at most two cells wide does not open a body; a
 * wider one leaves a wall as thick as the shell. Two layers of cells around it (`MARGIN`) must be empty. O(cells).
 */
export function fillInterior(shell: Uint8Array, counts: GridPoint): Uint8Array {
  const wide = widen(shell, counts);
  const around = floodOutside(wide, counts);
  // What is closed in even by a shell with its small holes shut, grown back to the shell itself.
  const deep = new Uint8Array(shell.length);
  for (let cell = 0; cell < deep.length; cell++) deep[cell] = wide[cell] || around[cell] ? 0 : 1;
  const body = widen(deep, counts);
  for (let cell = 0; cell < body.length; cell++) if (shell[cell]) body[cell] = 1;

  const outside = floodOutside(body, counts);
  return outside.map((isOutside) => 1 - isOutside);
}

/** Marked cells and all that touch one at a face, edge or corner. */
export function widen(marked: Uint8Array, [nx, ny, nz]: GridPoint): Uint8Array {
  let from = marked;
  for (const [step, count] of [
    [1, nx],
    [nx, nz],
    [nx * nz, ny],
  ] as const) {
    const to = from.slice();
    for (let line = 0; line < from.length; line += step * count) {
      for (let cell = line; cell < line + step * (count - 1); cell++) {
        if (from[cell]) to[cell + step] = 1;
        if (from[cell + step]) to[cell] = 1;
      }
    }
    from = to;
  }
  return from;
}

/** Floods over faces from the outermost cells, which must all be free: 1 where the flood comes. */
export function floodOutside(wall: Uint8Array, [nx, ny, nz]: GridPoint): Uint8Array {
  const wet = new Uint8Array(wall.length);
  const slice = nx * nz;
  // The outermost cells are wet from the beginning, so that all others have six neighbours.
  wet.fill(1, 0, slice);
  wet.fill(1, (ny - 1) * slice);
  for (let first = slice; first < (ny - 1) * slice; first += slice) {
    wet.fill(1, first, first + nx);
    wet.fill(1, first + slice - nx, first + slice);
    for (let row = first; row < first + slice; row += nx) wet[row] = wet[row + nx - 1] = 1;
  }
  const stack = new Int32Array(wall.length);
  let top = 0;
  const visit = (cell: number): void => {
    if (wall[cell] || wet[cell]) return;
    wet[cell] = 1;
    stack[top++] = cell;
  };
  // It comes in through the layer below the outermost one.
  for (let y = 1; y < ny - 1; y++) {
    for (let z = 1; z < nz - 1; z++) {
      const row = y * slice + z * nx;
      const isFace = y === 1 || y === ny - 2 || z === 1 || z === nz - 2;
      for (let x = 1; x < nx - 1; x += isFace ? 1 : Math.max(1, nx - 3)) visit(row + x);
    }
  }
  const steps = [1, -1, nx, -nx, slice, -slice];
  while (top > 0) {
    const cell = stack[--top]!;
    for (let i = 0; i < 6; i++) visit(cell + steps[i]!);
  }
  return wet;
}
