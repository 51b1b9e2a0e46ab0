import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { readUsdSpace } from '../../../src-main/readers/inspect/usd-space.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** The space of a USDZ with this root layer. */
function readSpace(layer: string) {
  const file = path.join(makeTempFolder(), 'a.usdz');
  writeFileSync(file, zipSync({ 'a.usda': [Buffer.from(layer), { level: 0 }] }));
  return readUsdSpace({ path: file }, systemDisk);
}

test.each([
  ['plain', 'upAxis = "Z"\n metersPerUnit = 0.01'],
  ['after a text with a bracket', 'doc = "Modeler 3 (beta)"\n upAxis = "Z"\n metersPerUnit = 0.01'],
  ['after a text of several lines', 'doc = """One )\n"two" upAxis = "Y"\n"""\n upAxis = "Z"\n metersPerUnit = 0.01'],
  ['after a text without a name', '"upAxis = \\"Y\\" )"\n upAxis = "Z"\n metersPerUnit = 1e-2'],
  ['after a comment', '# upAxis = "Y" )\n upAxis = "Z"\n metersPerUnit = 0.01'],
  [
    'after values in brackets',
    'customLayerData = { string upAxis = "Y" (x) double[] a = [1, 2] }\n upAxis = "Z"\n metersPerUnit = 0.01',
  ],
])('the axis and the unit of a layer are read %s', async (_, metadata) => {
  expect(await readSpace(`#usda 1.0\n(\n ${metadata}\n)\ndef Xform "Root" {}\n`)).toEqual({
    upAxis: 'Z',
    metersPerUnit: 0.01,
  });
});

test.each([
  ['has none', '#usda 1.0\n(\n "0.01 0.01"\n defaultPrim = "Root"\n)\n'],
  ['has them in an object only', '#usda 1.0\n(\n)\ndef Xform "Root" (\n upAxis = "Z"\n metersPerUnit = 0.01\n) {}\n'],
  ['has no metadata', '#usda 1.0\n\ndef Xform "Root" {}\n'],
  ['does not end in its head', `#usda 1.0\n(\n upAxis = "Z"\n doc = "${'x'.repeat(5_000)}"\n)\n`],
  ['is binary', 'PXR-USDC'],
])('a layer that %s has neither', async (_, layer) => {
  expect(await readSpace(layer)).toEqual({ upAxis: null, metersPerUnit: null });
});
