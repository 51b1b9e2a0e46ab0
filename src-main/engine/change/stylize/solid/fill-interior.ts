import type { GridPoint } from '../mesh/stylize-subject.ts';

/**
 * Returns 1 for the cells of a shell and its interior, 0 elsewhere. Holes at most two cells wide are closed; a shell
 * with a wider hole is not filled. The two outermost layers of cells (`MARGIN`) must be empty. O(cells).
 */
export function fillInterior(shell: Uint8Array, counts: GridPoint): Uint8Array {
  const dilated = dilate(shell, counts);
  const exterior = floodOutside(dilated, counts);
  // The interior of the dilated shell, whose small holes are closed, dilated back to the original shell.
  const interior = new Uint8Array(shell.length);
  for (let cell = 0; cell < interior.length; cell++) interior[cell] = dilated[cell] || exterior[cell] ? 0 : 1;
  const body = dilate(interior, counts);
  for (let cell = 0; cell < body.length; cell++) if (shell[cell]) body[cell] = 1;

  const outside = floodOutside(body, counts);
  return outside.map((isOutside) => 1 - isOutside);
}

/** Marks all cells that touch a marked one at a face, edge or corner (26-neighbourhood). */
export function dilate(marked: Uint8Array, [nx, ny, nz]: GridPoint): Uint8Array {
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

/**
 * Flood-fills the exterior across faces from the outermost cells, which must all be empty. Returns 1 for reached cells.
 */
export function floodOutside(wall: Uint8Array, [nx, ny, nz]: GridPoint): Uint8Array {
  const outside = new Uint8Array(wall.length);
  const slice = nx * nz;
  // The outermost cells are filled first, so that all others have six neighbours.
  outside.fill(1, 0, slice);
  outside.fill(1, (ny - 1) * slice);
  for (let first = slice; first < (ny - 1) * slice; first += slice) {
    outside.fill(1, first, first + nx);
    outside.fill(1, first + slice - nx, first + slice);
    for (let row = first; row < first + slice; row += nx) outside[row] = outside[row + nx - 1] = 1;
  }
  const stack = new Int32Array(wall.length);
  let top = 0;
  const visit = (cell: number): void => {
    if (wall[cell] || outside[cell]) return;
    outside[cell] = 1;
    stack[top++] = cell;
  };
  // The flood starts at the layer inside the outermost one.
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
  return outside;
}
