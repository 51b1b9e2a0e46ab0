import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { targetBaseline } from '../../src-shared/delivery/target-baseline.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { addResult, exportAsset, type AssetFile } from './export-asset.ts';
import { readReceipts, seenFile } from './native-cases.ts';
import type { Said } from './python.ts';

/** A bridge that has the protocol natively, in a double of its program. */
export interface NativeBridge {
  readonly target: string;
  /** Connects it to an output folder and runs it until so many receipts are there. `hear` is told its output at once. */
  start(folder: string, receipts: number, hear?: (text: string) => void): Promise<Said>;
}

/** A busy computer takes its time. */
const PATIENT = { timeout: 60_000, interval: 5 };

const MODEL: AssetFile = { path: 'table.obj', data: JSON.stringify({ size: [1, 2, 3] }) };

/** The tests of a bridge that runs while its folder changes. */
export function testRunningBridge(bridge: NativeBridge): void {
  it('writes the list of old models again when it is deleted, and imports none of them', async () => {
    await checkDeletedList(bridge);
  });

  it('imports what another asset in the place of a deleted one needs', async () => {
    await checkReplacedAsset(bridge);
  });

  it('imports a model although the folder was gone for a moment while it was verified', async () => {
    await checkOutage(bridge);
  });
}

/** Deletes the list of old models while the bridge runs: it is written again, and none of them is imported. */
async function checkDeletedList(bridge: NativeBridge): Promise<void> {
  const folder = makeTempFolder();
  const seen = seenFile(folder, bridge.target);
  const files = Array.from({ length: 12 }, (_, number) => {
    exportAsset(folder, `Old ${number}`, [MODEL]);
    const manifest = path.join(folder, `Old ${number}/dropforge.json`);
    // Godot reads times in whole seconds.
    utimesSync(manifest, 1e9, 1e9);
    return [`Old ${number}/dropforge.json`, [statSync(manifest).size, 1e12]] as const;
  });
  mkdirSync(path.dirname(seen), { recursive: true });
  const list = { schema: 1, target: bridge.target, files: Object.fromEntries(files) };
  writeFileSync(seen, JSON.stringify(list));
  const first = exportAsset(folder, 'New', [MODEL]);
  const running = bridge.start(folder, 2);
  await vi.waitUntil(() => countReceipts(folder) === 1, PATIENT);
  rmSync(seen);
  await vi.waitUntil(() => existsSync(seen), PATIENT);
  const second = exportAsset(folder, 'Newer', [MODEL]);
  const { code, out, errors } = await running;
  expect(code, out + errors).toBe(0);
  expect(new Set(readReceipts(folder, bridge.target).keys())).toEqual(new Set([first.id, second.id]));
  expect(targetBaseline.parse(JSON.parse(readFileSync(seen, 'utf8')))).toEqual(list);
}

/** Puts another asset in the place of a delivered one while the bridge runs: its results are compared with each other only. */
async function checkReplacedAsset(bridge: NativeBridge): Promise<void> {
  const folder = makeTempFolder();
  exportAsset(folder, 'Chair', [MODEL]);
  addResult(folder, 'Chair', { ...MODEL, path: 'table.fbx' });
  const running = bridge.start(folder, 4);
  await vi.waitUntil(() => countReceipts(folder) === 1, PATIENT);
  // Its receipt shows that the bridge compared the results of the first asset.
  exportAsset(folder, 'Lamp', [MODEL]);
  await vi.waitUntil(() => countReceipts(folder) === 2, PATIENT);
  rmSync(path.join(folder, 'Chair'), { recursive: true });
  const failing = exportAsset(folder, 'Chair', [{ path: 'chair.usdz', data: 'usdz' }]);
  const imported = addResult(folder, 'Chair', MODEL);
  const { code, out, errors } = await running;
  expect(code, out + errors).toBe(0);
  const receipts = readReceipts(folder, bridge.target);
  expect(receipts.get(failing.id)?.error?.code).toBe('no_format');
  expect(receipts.get(imported.id)?.status).toBe('imported');
}

/** Takes the output folder away for a moment while the bridge verifies a model: it is imported all the same, once. */
async function checkOutage(bridge: NativeBridge): Promise<void> {
  const folder = makeTempFolder();
  const textures = [Buffer.alloc(32 * 1024 ** 2), 'png'].map((data, number): AssetFile => ({
    path: `${number}.png`,
    data,
    role: 'texture',
  }));
  const asset = exportAsset(folder, 'Chair', [MODEL, ...textures]);
  const claims = path.join(folder, '.dropforge/claims');
  let said = '';
  const running = bridge.start(folder, 1, (text) => (said += text));
  await vi.waitUntil(() => existsSync(claims) && readdirSync(claims).length > 0, { ...PATIENT, interval: 1 });
  // The first texture stays open; the second is then missing.
  renameSync(folder, `${folder}-away`);
  await vi.waitUntil(() => said.includes('output folder'), PATIENT);
  renameSync(`${folder}-away`, folder);
  const { code, out, errors } = await running;
  expect(code, out + errors).toBe(0);
  expect(readReceipts(folder, bridge.target).get(asset.id)).toMatchObject({ status: 'imported', attempts: 1 });
  expect(readdirSync(claims)).toEqual([]);
}

function countReceipts(folder: string): number {
  const place = path.join(folder, '.dropforge/receipts');
  return existsSync(place) ? readdirSync(place).filter((name) => !name.startsWith('.')).length : 0;
}
