import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isLive, targetHeartbeat } from '../../src-shared/delivery/target-heartbeat.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { BLENDER, NO_BLENDER } from './blender/program.ts';
import { readReceipts, startWindow } from './blender/window-session.ts';
import { exportAsset } from './export-asset.ts';
import { SAMPLES } from '../helpers/samples.ts';

const hasScreen = spawnSync('Xvfb', ['-help']).error === undefined;
const samples = path.join(SAMPLES, 'models');
const picture = path.join(import.meta.dirname, '../../test-results/bridges/blender-window.png');

/** Software drawing on a busy computer takes its time. */
const PATIENT = { timeout: 180_000, interval: 25 };
const SECOND = 1000;

const reason = !BLENDER ? NO_BLENDER : hasScreen ? BLENDER : 'needs Xvfb';

describe.skipIf(!BLENDER || !hasScreen)(`Blender with a window (${reason})`, () => {
  it('shows what appears in the output folder, once, and says so', async () => {
    const [folder, says, home] = [makeTempFolder(), makeTempFolder(), makeTempFolder()];
    const session = await startWindow({ folder, says, home, picture, target: 'Mein Blender' });
    onTestFinished(session.stop);
    const { child } = session;
    await vi.waitUntil(() => session.hasSaid('ready') || child.exitCode !== null, PATIENT);
    expect(child.exitCode, session.log()).toBeNull();

    // The first image with a surface costs a software renderer seconds of preparation.
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

    // The preferences stand in the file; what Dropforge writes there is taken up while Blender runs.
    const settings = path.join(home, 'scripts/addons/dropforge_blender/settings.json');
    const written = JSON.parse(readFileSync(settings, 'utf8')) as Record<string, unknown>;
    expect(written).toMatchObject({
      formats: [],
      scale: 1,
      bareUnit: 0.001,
      bareUp: 'usual',
      into: '',
      materials: true,
    });
    writeFileSync(settings, JSON.stringify({ ...written, scale: 2, into: 'Möbel', materials: false, bareUnit: 7 }));
    const readBeat = () => targetHeartbeat.parse(JSON.parse(readFileSync(beat, 'utf8')));
    await vi.waitUntil(() => readBeat().settings['scale'] === 2, PATIENT);
    expect(readBeat().settings).toMatchObject({ into: 'Möbel', materials: false, stl_unit: 0.001 });
    const third = exportAsset(folder, 'Ball', [{ path: 'ball.glb', data: await makeTexturedSphere(20, 8) }]);
    await vi.waitUntil(() => readReceipts(folder).length === 3, PATIENT);
    const ball = readReceipts(folder).find(({ asset }) => asset === third.id);
    expect(ball).toMatchObject({ status: 'imported', textures: { linked: 0, missing: [] } });
    expect(Math.max(...ball!.dimensions!) / Math.max(...first!.dimensions!)).toBeCloseTo(2, 1);

    writeFileSync(path.join(says, 'quit'), '');
    await vi.waitUntil(() => child.exitCode !== null, PATIENT);
    expect(child.exitCode).toBe(0);
    expect(targetHeartbeat.parse(JSON.parse(readFileSync(beat, 'utf8'))).state).toBe('stopped');
  });
});
