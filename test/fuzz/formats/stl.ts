import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, hostileNumber, hostileNumberText, hostileText, orRarely, repeats } from '../hostile-values.ts';
import { f32, u16, u32 } from './bytes.ts';

/** Generates an STL, binary or text: coordinates that are not finite, facets that are not whole, counts that lie. */
export function generateStl(prng: Prng): Uint8Array {
  return prng.chance(0.5) ? textStl(prng) : binaryStl(prng);
}

function binaryStl(prng: Prng): Uint8Array {
  const facet = Buffer.concat([
    Buffer.alloc(12),
    ...Array.from({ length: 9 }, (_, at) => f32(orRarely(prng, at % 4, () => hostileNumber(prng), 0.02))),
    u16(prng.integer(65_536)),
  ]);
  const facets = repeats(prng, facet.length);
  const head = Buffer.alloc(80, prng.pick(['solid a ', '\0', 'ply\n', 'glTF']));
  const count = orRarely(prng, facets, () => hostileCount(prng), 0.05);
  const rest = Buffer.alloc(orRarely(prng, 0, () => prng.integer(60), 0.05));
  return Buffer.concat([head, u32(count), ...Array.from({ length: facets }, () => facet), rest]);
}

function textStl(prng: Prng): Uint8Array {
  const vertex = (): string =>
    `vertex ${Array.from({ length: orRarely(prng, 3, () => prng.integer(6)) }, () => hostileNumberText(prng)).join(' ')}`;
  const facet = (): string => {
    const corners = Array.from({ length: orRarely(prng, 3, () => prng.integer(5)) }, vertex);
    return `facet normal 0 0 1\nouter loop\n${corners.join('\n')}\nendloop\nendfacet\n`;
  };
  const facets = Array.from({ length: 1 + prng.integer(4) }, facet).join('');
  const name = orRarely(prng, 'a', () => hostileText(prng), 0.2);
  const text = `solid ${name}\n${facets.repeat(repeats(prng, facets.length))}`;
  return Buffer.from(text + orRarely(prng, `endsolid ${name}\n`, () => hostileText(prng)));
}
