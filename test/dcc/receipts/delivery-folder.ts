import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Claim } from '../../../src-shared/delivery/claim.ts';
import type { Receipt } from '../../../src-shared/delivery/receipt.ts';
import type { TargetHeartbeat } from '../../../src-shared/delivery/target-heartbeat.ts';

/** Writes a file of the protocol, a number of seconds ago by its own time. */
export function writeState(folder: string, relative: string, content: unknown, ageSeconds = 0): string {
  const file = path.join(folder, '.dropforge', relative);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const time = Date.now() / 1000 - ageSeconds;
  utimesSync(file, time, time);
  return file;
}

/** A bridge shows a sign of life. */
export function beat(folder: string, target: string, more: Partial<TargetHeartbeat> = {}, ageSeconds = 0): void {
  const heartbeat: TargetHeartbeat = {
    schema: 1,
    target,
    program: 'blender',
    programVersion: '4.2.0',
    bridgeVersion: '1.1.0',
    host: 'studio-7',
    pid: 7,
    formats: ['glb'],
    settings: {},
    state: 'idle',
    ignored: [],
    seenAt: '2026-01-31T12:00:00.000Z',
    ...more,
  };
  writeState(folder, `targets/${target}.json`, heartbeat, ageSeconds);
}

/** A bridge takes an asset on. */
export function claimAsset(folder: string, asset: string, target: string, attempt = 1, ageSeconds = 0): void {
  const claim: Claim = { schema: 1, asset, target, host: 'studio-7', pid: 7, nonce: 'n', attempt, expiresAfter: 60 };
  writeState(folder, `claims/${asset}--${target}.${attempt}.json`, claim, ageSeconds);
}

/** A bridge answers. */
export function answerAsset(folder: string, asset: string, target: string, more: Partial<Receipt> = {}): void {
  const receipt: Receipt = {
    schema: 1,
    asset,
    target,
    program: 'blender',
    programVersion: '4.2.0',
    bridgeVersion: '1.1.0',
    status: 'imported',
    file: 'Chair/chair.glb',
    objects: ['Chair'],
    dimensions: [1, 3, 2],
    upAxis: 'Z',
    textures: { linked: 1, missing: [] },
    clips: [],
    armature: null,
    warnings: [],
    error: null,
    seconds: 0.25,
    attempts: 1,
    importedAt: '2026-01-31T12:00:00.000Z',
    loose: null,
    ...more,
  };
  writeState(folder, `receipts/${asset}--${target}.json`, receipt);
}
