/** One splat as a file tells it, in plain numbers. */
export interface ReadSplat {
  readonly position: readonly number[];
  /** Standard deviations in metres. */
  readonly scale: readonly number[];
  /** sRGB, 0 to 1. */
  readonly color: readonly number[];
  /** 0 to 1. */
  readonly opacity: number;
  /** Unit, wxyz. */
  readonly rotation: readonly number[];
}

/** Reads the PLY form by its own header, as a viewer would: floats by name, whatever their order. */
export function readSplatPly(bytes: Uint8Array): ReadSplat[] {
  const text = Buffer.from(bytes).toString('latin1');
  const end = text.indexOf('end_header\n') + 'end_header\n'.length;
  const header = text.slice(0, end).split('\n');
  if (header[0] !== 'ply' || header[1] !== 'format binary_little_endian 1.0') throw new Error('No binary PLY.');
  const count = Number(/^element vertex (\d+)$/m.exec(text.slice(0, end))?.[1]);
  const names = header.flatMap((line) => /^property float (\w+)$/.exec(line)?.[1] ?? []);
  if (bytes.length !== end + 4 * names.length * count) throw new Error('The PLY is not as long as it says.');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: count }, (_, i) => {
    const get = (name: string): number => {
      const column = names.indexOf(name);
      if (column < 0) throw new Error(`The PLY has no ${name}.`);
      return view.getFloat32(end + 4 * (names.length * i + column), true);
    };
    return {
      position: ['x', 'y', 'z'].map(get),
      scale: [0, 1, 2].map((k) => Math.exp(get(`scale_${k}`))),
      color: [0, 1, 2].map((k) => 0.5 + get(`f_dc_${k}`) / (2 * Math.sqrt(Math.PI))),
      opacity: 1 / (1 + Math.exp(-get('opacity'))),
      rotation: toUnit([0, 1, 2, 3].map((k) => get(`rot_${k}`))),
    };
  });
}

/** Reads the 32-byte form. */
export function readSplat(bytes: Uint8Array): ReadSplat[] {
  if (bytes.length % 32 !== 0) throw new Error('No whole number of splats.');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: bytes.length / 32 }, (_, i) => {
    const float = (k: number): number => view.getFloat32(32 * i + 4 * k, true);
    const byte = (k: number): number => bytes[32 * i + 24 + k]!;
    return {
      position: [0, 1, 2].map(float),
      scale: [3, 4, 5].map(float),
      color: [0, 1, 2].map((k) => byte(k) / 255),
      opacity: byte(3) / 255,
      rotation: toUnit([4, 5, 6, 7].map((k) => (byte(k) - 128) / 128)),
    };
  });
}

function toUnit(values: readonly number[]): number[] {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
