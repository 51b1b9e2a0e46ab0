import type { Prng } from '../../simulation/prng.ts';
import { hostileNumberText, hostileText, repeats } from '../hostile-values.ts';

/** Generates an SVG, which is no source, and must not cost anything as a texture: filters, references, large sizes. */
export function generateSvg(prng: Prng): Uint8Array {
  const size = prng.pick(['8', '16384', '1e9', '-1', '100%']);
  const uses = Array.from(
    { length: prng.integer(16) },
    (_, at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/><use href="#g${at}"/></g>`,
  );
  const parts = [
    '<rect width="4" height="4" fill="red"/>',
    `<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="${prng.pick([1, 9, 99])}"/></filter><rect width="100%" height="100%" filter="url(#f)"/>`,
    `<filter id="b"><feGaussianBlur stdDeviation="${hostileNumberText(prng)}"/></filter><rect width="99%" height="99%" filter="url(#b)"/>`,
    `<g id="g0"><rect width="1" height="1"/></g>${uses.join('')}`,
    `<image href="file:///etc/hostname" width="9" height="9"/>`,
    `<text>${hostileText(prng).replaceAll(/[<&\0]/g, '')}</text>`,
    '<g>'.repeat(repeats(prng, 3)),
  ];
  const entities = prng.chance(0.15)
    ? '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>'
    : '';
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">`;
  return Buffer.from(`${entities}${open}${prng.pick(parts)}${prng.pick(parts)}${prng.chance(0.1) ? '' : '</svg>'}`);
}
