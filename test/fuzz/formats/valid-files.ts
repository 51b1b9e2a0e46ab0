import { parseTextFbx } from '../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';
import { writeSplat } from '../../../src-main/engine/files/splat/write-splat.ts';
import { writeSplatPly } from '../../../src-main/engine/files/splat/write-splat-ply.ts';
import { createAsymmetricModel } from '../../engine/files/asymmetric-model.ts';
import { encodeBinaryFbx, SHAPED, textFbx } from '../../engine/files/import/fbx-files.ts';
import { mutate, MUTATIONS } from '../../engine/files/import/mutations.ts';
import { cubeCrate, cubeUsdz } from '../../engine/files/import/usd-cube.ts';
import { WRITERS } from '../../engine/files/import/written.ts';
import { buildAnimatedModel, buildCompressedModel } from '../../helpers/models/animated-model.ts';
import { makeSplatCloud } from '../../helpers/models/splat-cloud.ts';
import type { Prng } from '../../simulation/prng.ts';

type MakeFile = () => Uint8Array | Promise<Uint8Array>;

const write = async (format: keyof typeof WRITERS): Promise<Uint8Array> =>
  WRITERS[format](await createAsymmetricModel({ vertexColors: true }));

/** Valid files by target; most are made by the writers of the product. */
const FILES = {
  glb: [
    () => write('glb'),
    buildAnimatedModel,
    () => buildCompressedModel('draco'),
    () => buildCompressedModel('meshopt'),
    () => buildCompressedModel('zstd'),
    () => buildCompressedModel('etc1s'),
  ],
  gltf: [() => write('gltf')],
  obj: [() => write('obj')],
  stl: [() => write('stl')],
  '3mf': [() => write('3mf')],
  usdz: [() => write('usdz'), cubeUsdz],
  usdc: [cubeCrate],
  'fbx-binary': [() => write('fbx for blender'), () => encodeBinaryFbx(parseTextFbx(textFbx(SHAPED)), 7700)],
  'fbx-text': [() => textFbx(SHAPED)],
  ply: [() => writeSplatPly(makeSplatCloud())],
  splat: [() => writeSplat(makeSplatCloud())],
} as const satisfies Readonly<Record<string, readonly MakeFile[]>>;

const made = new Map<MakeFile, Promise<Uint8Array>>();

/** Damages a valid file: bits, lengths, pieces and ends; archives also inside, with correct checksums. */
export async function generateDamaged(prng: Prng, target: keyof typeof FILES): Promise<Uint8Array> {
  const make = prng.pick<MakeFile>(FILES[target]);
  const known = made.get(make) ?? Promise.resolve(make());
  made.set(make, known);
  let file = await known;
  for (let count = 1 + prng.integer(3); count > 0 && file.length > 8; count--) {
    try {
      file = mutate(file, prng.pick(Object.keys(MUTATIONS)), prng.fraction);
    } catch {
      // An archive that is damaged already cannot be opened to damage what is in it.
    }
  }
  return file;
}
