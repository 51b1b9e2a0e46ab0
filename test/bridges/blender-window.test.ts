import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isLive, targetHeartbeat } from '../../src-shared/delivery/target-heartbeat.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { makeTexturedSphere } from '../helpers/textured-sphere.ts';
import { BLENDER, NO_BLENDER } from './blender/program.ts';
import { readReceipts, startWindow } from './blender/window-session.ts';
import { exportAsset } from './export-asset.ts';

const hasScreen = spawnSync('Xvfb', ['-help']).error === undefined;
const samples = path.resolve(import.meta.dirname, '../../../shared/samples/models');
const picture = path.join(import.meta.dirname, '../../test-results/bridges/blender-window.png');

/** Software drawing on a busy computer takes its time. */
const PATIENT = { timeout: 180_000, interval: 25 };
const SECOND = 1000;

const reason = !BLENDER ? NO_BLENDER : hasScreen ? BLENDER : 'needs Xvfb';

describe.skipIf(!BLENDER || !hasScreen)(`Blender with a window (${reason})`, () => {
  it('shows what appears in the export folder, once, and says so', { timeout: 600_000 }, async () => {
    const [folder, says] = [makeTempFolder(), makeTempFolder()];
    const session = await startWindow({ folder, says, home: makeTempFolder(), picture, target: 'Mein Blender' });
    onTestFinished(session.stop);
    const { child } = session;
    await vi.waitUntil(() => session.hasSaid('ready') || child.exitCode !== null, PATIENT);
    expect(child.exitCode, session.log()).toBeNull();

    // The first picture with a surface costs a software renderer seconds of preparation.
    const warm = exportAsset(folder, 'Kugel', [{ path: 'kugel.glb', data: await makeTexturedSphere(200, 64) }]);
    await vi.waitUntil(() => session.hasSaid('visible-1'), PATIENT);
    await vi.waitUntil(() => readReceipts(folder).length === 1, PATIENT);

    const helmet = path.join(samples, 'DamagedHelmet.glb');
    const data = existsSync(helmet) ? readFileSync(helmet) : await makeTexturedSphere(15_000, 1024);
    writeFileSync(path.join(folder, '.helmet.part'), data);
    renameSync(path.join(folder, '.helmet.part'), path.join(folder, 'Шлем 🪖.glb'));
    await vi.waitUntil(() => session.hasSaid('visible-2'), PATIENT);

    await vi.waitUntil(() => readReceipts(folder).length === 2, PATIENT);
    const [first, second] = readReceipts(folder).sort((a, b) => a.importedAt.localeCompare(b.importedAt));
    expect(first).toMatchObject({ asset: warm.id, status: 'imported', file: 'Kugel/kugel.glb' });
    expect(second).toMatchObject({ status: 'imported', file: 'Шлем 🪖.glb', textures: { linked: 5, missing: [] } });
    const beat = path.join(folder, '.dropforge/targets/mein-blender.json');
    const heartbeat = targetHeartbeat.parse(JSON.parse(readFileSync(beat, 'utf8')));
    expect(heartbeat).toMatchObject({ target: 'mein-blender', program: 'blender', pid: child.pid });
    expect(isLive(heartbeat, (Date.now() - statSync(beat).mtimeMs) / SECOND)).toBe(true);

    writeFileSync(path.join(says, 'shoot'), '');
    await vi.waitUntil(() => existsSync(path.join(says, 'shot')), PATIENT);
    expect(statSync(picture).size).toBeGreaterThan(50_000);

    writeFileSync(path.join(says, 'quit'), '');
    await vi.waitUntil(() => child.exitCode !== null, PATIENT);
    expect(child.exitCode).toBe(0);
    expect(targetHeartbeat.parse(JSON.parse(readFileSync(beat, 'utf8'))).state).toBe('stopped');
  });
});
