import { ImageLoader } from 'three';
import { expect, onTestFinished, test, vi } from 'vitest';
import { convertModel } from '../../../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../../../src-main/engine/change/convert/convert-options.ts';
import { writeGlb } from '../../../../../src-main/engine/files/gltf/read-glb.ts';
import { measureFacts } from '../../../../../src-renderer/features/viewer/load/pack-model.ts';
import { readModel } from '../../../../../src-renderer/features/viewer/load/read-model.ts';
import { createBendingModel } from '../../../../engine/files/moving-models.ts';

/** Puts back at the end of the test what reading a model changes for its whole worker. */
function restoreLoaders(): void {
  const { createObjectURL, revokeObjectURL } = URL;
  const { load } = ImageLoader.prototype;
  onTestFinished(() => {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    ImageLoader.prototype.load = load;
  });
}

test.each(['blender', 'mixamo', '3dsmax'] as const)(
  'a rigged FBX of the preset %s is measured in metres, y up',
  async (fbxPreset) => {
    restoreLoaders();
    // The loader warns of models whose z axis points up.
    vi.spyOn(console, 'warn').mockReturnValue();
    const options = { ...defaultConvertOptions('FBX'), fbxPreset };
    const { bytes } = await convertModel(await writeGlb(createBendingModel()), options, () => undefined);
    const parsed = await readModel('fbx', Uint8Array.from(bytes).buffer, new Map());
    const { statistics } = measureFacts(parsed);
    expect(statistics.bones).toBe(2);
    expect([statistics.size.x, statistics.size.y, statistics.size.z]).toEqual(
      [0.6, 2, 0.6].map((metres) => expect.closeTo(metres, 5) as number),
    );
  },
);
