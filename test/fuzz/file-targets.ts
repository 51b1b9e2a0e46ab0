import type { Prng } from '../simulation/prng.ts';
import { generateBinaryFbx } from './formats/fbx-binary.ts';
import { generateTextFbx } from './formats/fbx-text.ts';
import { generateGlb, generateGltf } from './formats/glb.ts';
import { IMAGE_GENERATORS } from './formats/images.ts';
import { generateObj, generateObjBundle } from './formats/obj.ts';
import { generatePly, generateSplat } from './formats/ply.ts';
import { generateStl } from './formats/stl.ts';
import { generateThreeMf } from './formats/three-mf.ts';
import { generateUsda } from './formats/usda.ts';
import { generateUsdc } from './formats/usdc.ts';
import { generateUsdz } from './formats/usdz.ts';
import { generateDamaged } from './formats/valid-files.ts';
import { generateZip } from './formats/zip.ts';
import type { FileRead, FileTarget } from './fuzz-target.ts';

/** Share of cases that are damaged copies of valid files, where there are any. */
const DAMAGED = 0.3;

type Generate = FileTarget['generate'];

function file(name: string, reads: readonly FileRead[], generate: Generate): FileTarget {
  return { kind: 'file', name, reads, generate };
}

function orDamaged(name: Parameters<typeof generateDamaged>[1], generate: Generate): Generate {
  return (prng: Prng) => (prng.chance(DAMAGED) ? generateDamaged(prng, name) : generate(prng));
}

const images = Object.entries(IMAGE_GENERATORS)
  // KTX2 is only read as a texture.
  .filter(([name]) => name !== 'ktx2')
  .map(([name, generate]) => file(name, ['picture'], generate));

/** The formats of files that Dropforge reads, and of images it must refuse. */
export const FILE_TARGETS: readonly FileTarget[] = [
  file('glb', ['model', 'glb'], orDamaged('glb', generateGlb)),
  file('gltf', ['model', 'gltf'], generateGltf),
  file('obj', ['model', 'obj'], generateObj),
  file('obj-bundle', ['model', 'bundle'], orDamaged('obj', generateObjBundle)),
  file('zip', ['model', 'bundle'], orDamaged('gltf', generateZip)),
  file('stl', ['model', 'stl'], orDamaged('stl', generateStl)),
  file('3mf', ['model', '3mf'], orDamaged('3mf', generateThreeMf)),
  file('fbx-text', ['model', 'fbx'], orDamaged('fbx-text', generateTextFbx)),
  file('fbx-binary', ['model', 'fbx'], orDamaged('fbx-binary', generateBinaryFbx)),
  file('usda', ['model'], (prng) => generateUsda(prng)),
  file('usdc', ['model'], orDamaged('usdc', generateUsdc)),
  file('usdz', ['model', 'usdz', 'usd-space'], orDamaged('usdz', generateUsdz)),
  file('ply', ['ply'], orDamaged('ply', generatePly)),
  file('splat', ['splat'], orDamaged('splat', generateSplat)),
  ...images,
];
