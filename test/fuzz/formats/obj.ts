import { zipSync } from 'fflate';
import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, hostileNumberText, hostileText, orRarely, repeats } from '../hostile-values.ts';
import { hostileImage } from './images.ts';

const OPTIONS = ['-o', '-s', '-t', '-mm', '-bm', '-clamp', '-imfchan', '-type', '-blendu', '-x'];
const MAPS = ['map_Kd', 'map_d', 'map_Ks', 'map_Pr', 'map_Pm', 'map_Ke', 'norm', 'bump', 'disp', 'refl', 'map_Ka'];
const NUMBERS = ['Kd', 'Ks', 'Ke', 'Ka', 'd', 'Tr', 'Ns', 'Ni', 'illum', 'Pr', 'Pm'];

/** Generates a Wavefront OBJ: indices that do not exist, long lines and faces, numbers that are none, many objects. */
export function generateObj(prng: Prng): Uint8Array {
  const points = 3 + prng.integer(6);
  const lines = [orRarely(prng, 'mtllib a.mtl', () => `mtllib ${hostileText(prng)}`)];
  const numbers = (count: number): string => Array.from({ length: count }, () => hostileNumberText(prng)).join(' ');
  for (let at = 0; at < points; at++) {
    lines.push(`v ${numbers(orRarely(prng, prng.pick([3, 6, 4, 7]), () => prng.integer(3), 0.01))}`);
    lines.push(`vt ${numbers(2)}`, `vn ${numbers(orRarely(prng, 3, () => prng.integer(5)))}`);
  }
  for (let count = 1 + prng.integer(8); count > 0; count--) {
    const line = statement(prng, points);
    for (let copy = repeats(prng, line.length); copy > 0; copy--) lines.push(line);
  }
  // Without a face there is nothing to read.
  if (!prng.chance(0.05)) lines.push('f 1 2 3');
  const end = orRarely(prng, '\n', () => prng.pick(['\r\n', '\r', ' \\\n', '\n\n', '\0']));
  return Buffer.from(lines.join(end));
}

function statement(prng: Prng, points: number): string {
  const index = (): string =>
    String(orRarely(prng, 1 + prng.integer(points), () => prng.pick([-1, -points, 0, hostileCount(prng)]), 0.01));
  switch (prng.integer(7)) {
    case 0:
      return `${prng.pick(['o', 'g', 's', 'mg'])} ${hostileText(prng)}`;
    case 1:
      return `usemtl ${orRarely(prng, 'm', () => hostileText(prng), 0.3)}`;
    case 2:
      return `${hostileText(prng)} ${hostileNumberText(prng)}`;
    case 3:
      return `l ${index()} ${index()}`;
    default: {
      const corner = (): string =>
        prng.pick([index(), `${index()}/${index()}`, `${index()}//${index()}`, `${index()}/${index()}/${index()}`]);
      return `f ${Array.from({ length: 2 + repeats(prng, 4) }, corner).join(' ')}`;
    }
  }
}

/** Generates a zip of an OBJ, its material library and the images it names. */
export async function generateObjBundle(prng: Prng): Promise<Uint8Array> {
  const { bytes, extension } = await hostileImage(prng);
  const image = `a.${extension}`;
  const map = (): string => {
    const options = Array.from({ length: prng.integer(4) }, () => `${prng.pick(OPTIONS)} ${hostileNumberText(prng)}`);
    const name = orRarely(prng, image, () => prng.pick(['../a.png', hostileText(prng), `.\\${image}`, '']), 0.1);
    const line = `${prng.pick(MAPS)} ${[...options, name].join(' ')}`;
    return Array.from({ length: repeats(prng, line.length) }, () => line).join('\n');
  };
  const number = (): string => `${prng.pick(NUMBERS)} ${hostileNumberText(prng)} ${hostileNumberText(prng)} 0.5`;
  const library = ['newmtl m', ...Array.from({ length: 1 + prng.integer(5) }, map), number(), number()].join('\n');
  const named = prng.chance(0.1) ? library.replaceAll('newmtl m', `newmtl ${hostileText(prng)}`) : library;
  const obj = prng.chance(0.6)
    ? Buffer.from('mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n')
    : generateObj(prng);
  return zipSync({ 'a.obj': obj, 'a.mtl': Buffer.from(named), [image]: bytes }, { level: 1, mtime: '2026-01-01' });
}
