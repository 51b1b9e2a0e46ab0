import { expect, test } from 'vitest';
import { createDeliveryReader } from '../../../src-main/dcc/receipts/delivery-reader.ts';
import { toDeliveries } from '../../../src-main/dcc/receipts/to-deliveries.ts';
import { exportAsset } from '../../bridges/export-asset.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { answerAsset } from './delivery-folder.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

test('a program that finds no model beside a splat is told of in words that help', async () => {
  const folder = makeTempFolder();
  const error = { code: 'no_format', message: 'This program reads glb; the asset holds no model' } as const;
  const words = async (path: string, role: 'splat' | 'model'): Promise<readonly string[]> => {
    const { id } = exportAsset(folder, role, [{ path, role, data: role }]);
    answerAsset(folder, id, 'blender@studio-7', { status: 'failed', file: null, error });
    const { deliveries } = toDeliveries(await createDeliveryReader(folder).read(), '1.0.0');
    return deliveries.find(({ assetId }) => assetId === id)?.contradictions.map(toEnglish) ?? [];
  };
  expect(await words('fox.ply', 'splat')).toEqual([
    expect.stringMatching(/^Gaussian splats are not imported .* Open the PLY/),
  ]);
  expect(await words('fox.stl', 'model')).toEqual([expect.stringMatching(/holds no model\. Export it in a format/)]);
});
