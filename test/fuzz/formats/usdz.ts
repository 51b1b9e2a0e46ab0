import { writeAlignedZip } from '../../../src-main/engine/files/zip/write-zip.ts';
import type { Prng } from '../../simulation/prng.ts';
import { orRarely, repeats } from '../hostile-values.ts';
import { hostileImage } from './images.ts';
import { generateUsda } from './usda.ts';
import { generateUsdc } from './usdc.ts';

const LAYERS = ['a.usda', 'b.usda', 'c.usdc', 'd/e.usda'];

/** Generates a USDZ: layers that name each other, with an image; sometimes what references multiply. */
export async function generateUsdz(prng: Prng): Promise<Uint8Array> {
  const layers = Array.from({ length: 1 + prng.integer(3) }, (_, at): [string, Uint8Array] => {
    const isCrate = prng.chance(0.3);
    if (isCrate) return [`${at}.usdc`, generateUsdc(prng)];
    const text = prng.chance(0.08) ? multiplied(prng) : generateUsda(prng, [prng.pick(['0.usda', '1.usda', '0.usdc'])]);
    return [`${at}.usda`, text];
  });
  const { bytes } = await hostileImage(prng);
  const files = new Map([...layers, ['a.png', bytes] as const]);
  if (prng.chance(0.05)) for (const name of LAYERS) files.set(name, generateUsda(prng, LAYERS));
  return writeAlignedZip(
    files,
    orRarely(prng, 64, () => 1),
  );
}

/** Prims that refer to each other many times, with attributes and targets that each copy repeats. */
function multiplied(prng: Prng): Uint8Array {
  const attributes = Array.from({ length: repeats(prng, 16) }, (_, at) => `int a${at} = 1`).join('\n');
  const targets = `rel r = [${'</t>, '.repeat(repeats(prng, 6))}]`;
  const references = `[${'</t>, '.repeat(repeats(prng, 6))}]`;
  const chain = Array.from(
    { length: prng.integer(40) },
    (_, at) => `def "c${at}" ( references = [</c${at + 1}>, </c${at + 1}>] ) { }`,
  );
  const text = `def Xform "t" {\n${attributes}\n${targets}\n}\ndef Xform "u" ( references = ${references} ) { }\n${chain.join('\n')}`;
  const mesh =
    'def Mesh "m" { int[] faceVertexCounts = [3]\n int[] faceVertexIndices = [0, 1, 2]\n point3f[] points = [(0,0,0),(1,0,0),(0,1,0)] }';
  return Buffer.from(`#usda 1.0\n${text}\n${mesh}\n`);
}
