import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Manifest } from '../../src-shared/delivery/manifest.ts';
import { receipt, type Receipt } from '../../src-shared/delivery/receipt.ts';
import { addResult, describeAsset, exportAsset, type AssetFile } from './export-asset.ts';
import { PYTHON, run } from './python.ts';

/** What a bridge that has the protocol natively is shown; `receipts` is how many answers it owes. */
export interface NativeCases {
  readonly assets: Readonly<
    Record<
      'chair' | 'table' | 'broken' | 'damaged' | 'unsafe' | 'outside' | 'foreign' | 'temporary' | 'bricks',
      Manifest
    >
  >;
  /** Results that are not imported: an earlier version, and another format of an imported model. */
  readonly unneeded: readonly Manifest[];
  readonly receipts: number;
}

/** A file that a person put into the output folder. */
export const LOOSE = 'by hand/Lampe é.obj';

/** One that asks for a file outside of its folder. */
export const OUTSIDE_LOOSE = 'far/far.obj';

/** Files that a program would run if they were in a project, in the asset whose folder has a temporary name. */
export const SCRIPTS = ['Editor/Startup.cs', 'table.obj.import', 'table.obj.meta'];

/** The image that an MTL asks for on another computer. */
export const OUTSIDE_NAME = '//server/share/far.png';

/**
 * Fills an output folder; `chair` is a rigged model in the program's best format. One asset was there before the target
 * came, and one later, in the same place. The models that are refused for their references begin with `blankLines`.
 */
export function exportCases(folder: string, target: string, chair: AssetFile, blankLines = 0): NativeCases {
  const blank = '\n'.repeat(blankLines);
  const { format = path.extname(chair.path).slice(1) } = chair;
  mkdirSync(folder, { recursive: true });
  const table = { path: 'table.obj', data: JSON.stringify({ size: [1, 2, 3] }), dimensions: [1, 2, 3] as const };
  const assets = {
    chair: exportAsset(folder, 'Chair', [
      { ...chair, metersPerUnit: chair.metersPerUnit ?? 1, textures: 1, clips: ['Walk'], hasSkeleton: true },
      { path: 'chair.usdz', data: 'for others' },
      { path: 'textures/wood.png', data: 'png', role: 'texture' },
      { path: 'preview.png', data: 'for people', role: 'preview' },
    ]),
    table: exportAsset(folder, '椅子', [table]),
    broken: exportAsset(folder, 'Broken', [{ path: `broken.${format}`, data: 'no model' }]),
    damaged: exportAsset(folder, 'Damaged', [{ path: `x.${format}`, data: 'as promised' }]),
    unsafe: exportAsset(folder, 'Unsafe', [{ path: `x.${format}`, data: 'x' }]),
    outside: exportAsset(folder, 'Outside', [
      { path: 'far.obj', data: `${blank}mtllib far.mtl\n` },
      { path: 'far.mtl', data: `${blank}map_Kd -s 1 1 1 ${OUTSIDE_NAME}\n`, role: 'texture' },
    ]),
    foreign: exportAsset(folder, 'Foreign', [{ path: 'x.usdz', data: 'x' }]),
    temporary: exportAsset(folder, 'sketch~', [
      table,
      { path: 'wood.PNG', data: 'png', role: 'texture', format: 'png' },
      ...SCRIPTS.map((script): AssetFile => ({ path: script, data: 'a script', role: 'texture' })),
    ]),
    bricks: addResult(folder, '椅子', { ...table, path: 'table_bricks (10).obj' }, { kind: 'bricks', version: 10 }),
  };
  const unneeded = [
    addResult(folder, '椅子', { ...table, path: 'table_bricks (9).obj' }, { kind: 'bricks', version: 9 }),
    addResult(folder, '椅子', { ...table, path: 'table.fbx' }),
  ];
  writeFileSync(path.join(folder, `Damaged/x.${format}`), 'as  promise');
  mkdirSync(path.join(folder, 'Unsafe/in'));
  symlinkSync('/etc/passwd', path.join(folder, `Unsafe/in/x.${format}`));
  const unsafe = path.join(folder, 'Unsafe/dropforge.json');
  writeFileSync(unsafe, readFileSync(unsafe, 'utf8').replace(`"x.${format}"`, `"in/x.${format}"`));
  mkdirSync(path.join(folder, 'Later'));
  const later = { ...describeAsset('x', [{ path: `x.${format}`, data: 'x' }]), schema: 2 };
  writeFileSync(path.join(folder, 'Later/dropforge.json'), JSON.stringify(later));
  mkdirSync(path.join(folder, path.dirname(LOOSE)));
  writeFileSync(path.join(folder, LOOSE), JSON.stringify({ size: [1, 1, 1] }));
  mkdirSync(path.join(folder, 'copy.part'));
  writeFileSync(path.join(folder, 'copy.part/x.obj'), JSON.stringify({ size: [1, 1, 1] }));
  mkdirSync(path.join(folder, 'far'));
  writeFileSync(path.join(folder, OUTSIDE_LOOSE), `${blank}mtllib \\\n../far.mtl\n`);
  writeFileSync(path.join(folder, 'stone.stl'), 'solid');
  writeFileSync(path.join(folder, 'moss.ply'), 'ply');
  exportAsset(folder, 'Old', [{ path: `x.${format}`, data: 'x' }]);
  const { size, mtimeMs } = statSync(path.join(folder, 'Old/dropforge.json'));
  const files = { 'Old/dropforge.json': [size, Math.floor(mtimeMs)], 'Chair/dropforge.json': [1, 1] };
  mkdirSync(path.join(folder, '.dropforge/seen'), { recursive: true });
  writeFileSync(seenFile(folder, target), JSON.stringify({ schema: 1, target, files }));
  return { assets, unneeded, receipts: Object.keys(assets).length + 2 };
}

/** What a target is told of the time before it came. */
export const seenFile = (folder: string, target: string): string => path.join(folder, `.dropforge/seen/${target}.json`);

/** All receipts of a target by their asset; each is one that Dropforge understands, in a file of the right name. */
export function readReceipts(folder: string, target: string): Map<string, Receipt> {
  const place = path.join(folder, '.dropforge/receipts');
  return new Map(
    readdirSync(place).map((name) => {
      const read = receipt.parse(JSON.parse(readFileSync(path.join(place, name), 'utf8')));
      expect(name).toBe(`${read.asset}--${target}.json`);
      return [read.asset, read] as const;
    }),
  );
}

/** The id that the core in Python gives the loose file; null where there is no Python. */
export async function findLooseId(folder: string): Promise<string | null> {
  if (!PYTHON) return null;
  const script = `import hashlib, sys
from dropforge_bridge.loose_files import to_loose_id
print(to_loose_id(sys.argv[2], hashlib.sha256(open(sys.argv[1], 'rb').read()).hexdigest()))`;
  const { out } = await run(PYTHON, ['-c', script, path.join(folder, LOOSE), LOOSE]);
  return out.trim();
}
