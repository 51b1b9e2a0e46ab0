import { DataTexture, LinearMipmapLinearFilter, LinearFilter, RepeatWrapping, SRGBColorSpace } from 'three';

const CHECKER_EDGE = 512;
const CHECKER_CELLS = 16;
const MATCAP_EDGE = 128;

/**
 * Creates a checker texture of 16 by 16 cells: the hue changes along u, the brightness along v, and every cell has a
 * dark lower left corner, so that stretch, seams, mirroring and rotation are visible.
 */
export function createUvChecker(): DataTexture {
  const texels = new Uint8Array(CHECKER_EDGE * CHECKER_EDGE * 4);
  const cell = CHECKER_EDGE / CHECKER_CELLS;
  for (let y = 0; y < CHECKER_EDGE; y++)
    for (let x = 0; x < CHECKER_EDGE; x++) {
      const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
      const [u, v] = [(x % cell) / cell, (y % cell) / cell];
      const isLine = u < 0.06 || v < 0.06;
      const light = (column + row) % 2 === 0 ? 0.92 : 0.62;
      const value = u + v < 0.3 ? 0.2 : isLine ? light * 0.7 : light;
      const tint = 0.18 + (0.6 * row) / CHECKER_CELLS;
      texels.set([...toRgb(column / CHECKER_CELLS, tint, value), 255], (y * CHECKER_EDGE + x) * 4);
    }
  return toTexture(texels, CHECKER_EDGE);
}

/** Creates a matcap of clay under a soft light from the upper left: grey, so that only the shape is visible. */
export function createMatcap(): DataTexture {
  const texels = new Uint8Array(MATCAP_EDGE * MATCAP_EDGE * 4);
  for (let y = 0; y < MATCAP_EDGE; y++)
    for (let x = 0; x < MATCAP_EDGE; x++) {
      const nx = ((x + 0.5) / MATCAP_EDGE) * 2 - 1;
      const ny = ((y + 0.5) / MATCAP_EDGE) * 2 - 1;
      const nz = Math.sqrt(Math.max(1 - nx * nx - ny * ny, 0));
      const key = Math.max(-0.45 * nx + 0.6 * ny + 0.66 * nz, 0);
      const fill = Math.max(0.8 * nx - 0.2 * ny + 0.56 * nz, 0);
      const shine = Math.max(-0.3 * nx + 0.45 * ny + 0.84 * nz, 0) ** 40;
      const light = 0.1 + 0.62 * key + 0.14 * fill + 0.16 * shine + 0.12 * (1 - nz) ** 3;
      texels.set([...toRgb(0.07, 0.05, Math.min(light, 1)), 255], (y * MATCAP_EDGE + x) * 4);
    }
  return toTexture(texels, MATCAP_EDGE);
}

function toTexture(texels: Uint8Array<ArrayBuffer>, edge: number): DataTexture {
  const texture = new DataTexture(texels, edge, edge);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}

/** Converts hue, saturation and value, each 0 to 1, to bytes. */
function toRgb(hue: number, saturation: number, value: number): [number, number, number] {
  const at = (shift: number) => {
    const place = (shift + hue * 6) % 6;
    return Math.round(255 * value * (1 - saturation * Math.max(Math.min(place, 4 - place, 1), 0)));
  };
  return [at(5), at(3), at(1)];
}
