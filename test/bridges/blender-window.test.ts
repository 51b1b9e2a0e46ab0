import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { receipt, type Receipt } from '../../src-shared/delivery/receipt.ts';
import { isLive, targetHeartbeat } from '../../src-shared/delivery/target-heartbeat.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { makeTexturedSphere } from '../helpers/textured-sphere.ts';
import { BLENDER, blenderHome, NO_BLENDER, runBlender } from './blender/program.ts';
import { exportAsset } from './export-asset.ts';
import { BRIDGES } from './python.ts';

const hasScreen = spawnSync('Xvfb', ['-help']).error === undefined;
const samples = path.resolve(import.meta.dirname, '../../../shared/samples/models');
const script = path.join(import.meta.dirname, 'blender/window.py');
const picture = path.join(import.meta.dirname, '../../test-results/bridges/blender-window.png');

/** Software drawing on a busy computer takes its time. */
const PATIENT = { timeout: 180_000, interval: 25 };
const SECOND = 1000;

/** Stops a process when the test ends, and waits until it is gone. */
function stopLater(child: ChildProcess): void {
  const gone = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill();
    await gone;
  });
}

/** A screen in memory; answers its name. */
async function startScreen(): Promise<string> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  stopLater(child);
  // The pipe stays open: Xvfb writes the number and the end of the line apart, and dies of a closed one.
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  await vi.waitUntil(() => said.endsWith('\n'), PATIENT);
  return `:${said.trim()}`;
}

/** Installs the add-on as the app does: its own folder with the core inside. */
function installAddOn(scripts: string): void {
  const addOn = path.join(scripts, 'addons/dropforge_blender');
  const filter = (file: string): boolean => !file.endsWith('__pycache__');
  cpSync(path.join(BRIDGES, 'blender/dropforge_blender'), addOn, { recursive: true, filter });
  cpSync(path.join(BRIDGES, 'dropforge_bridge'), path.join(addOn, 'dropforge_bridge'), { recursive: true, filter });
}

function readReceipts(folder: string): Receipt[] {
  const place = path.join(folder, '.dropforge/receipts');
  if (!existsSync(place)) return [];
  const files = readdirSync(place).filter((file) => !file.startsWith('.'));
  return files.map((file) => receipt.parse(JSON.parse(readFileSync(path.join(place, file), 'utf8'))));
}

const reason = !BLENDER ? NO_BLENDER : hasScreen ? BLENDER : 'needs Xvfb';

describe.skipIf(!BLENDER || !hasScreen)(`Blender with a window (${reason})`, () => {
  it('shows what appears in the export folder, once, and says so', { timeout: 600_000 }, async () => {
    const [folder, says] = [makeTempFolder(), makeTempFolder()];
    const home = blenderHome(makeTempFolder());
    installAddOn(home.BLENDER_USER_SCRIPTS);
    mkdirSync(home['BLENDER_USER_CONFIG']!, { recursive: true });
    mkdirSync(path.dirname(picture), { recursive: true });
    const enable = path.join(BRIDGES, 'blender/enable.py');
    const enabled = await runBlender(enable, ['--folder', folder, '--target', 'Mein Blender'], home);
    expect(enabled.code, enabled.errors).toBe(0);

    const env = { ...process.env, ...home, DISPLAY: await startScreen() };
    const args = ['--enable-event-simulate', '--window-geometry', '0', '0', '1280', '800'];
    const log = openSync(path.join(says, 'log'), 'w');
    const child = spawn(BLENDER!, [...args, '--python', script, '--', says, picture], {
      env,
      stdio: ['ignore', log, log],
    });
    stopLater(child);
    await vi.waitUntil(() => existsSync(path.join(says, 'ready')) || child.exitCode !== null, PATIENT);
    expect(child.exitCode, readFileSync(path.join(says, 'log'), 'utf8')).toBeNull();

    // The first picture with a surface costs a software renderer seconds of preparation.
    const warm = exportAsset(folder, 'Kugel', [{ path: 'kugel.glb', data: await makeTexturedSphere(200, 64) }]);
    await vi.waitUntil(() => existsSync(path.join(says, 'visible-1')), PATIENT);
    await vi.waitUntil(() => readReceipts(folder).length === 1, PATIENT);

    const helmet = path.join(samples, 'DamagedHelmet.glb');
    const data = existsSync(helmet) ? readFileSync(helmet) : await makeTexturedSphere(15_000, 1024);
    writeFileSync(path.join(folder, '.helmet.part'), data);
    const dropped = Date.now() / SECOND;
    renameSync(path.join(folder, '.helmet.part'), path.join(folder, 'Шлем 🪖.glb'));
    await vi.waitUntil(() => existsSync(path.join(says, 'visible-2')), PATIENT);
    const visible = Number(readFileSync(path.join(says, 'visible-2'), 'utf8')) - dropped;

    await vi.waitUntil(() => readReceipts(folder).length === 2, PATIENT);
    const [first, second] = readReceipts(folder).sort((a, b) => a.importedAt.localeCompare(b.importedAt));
    expect(first).toMatchObject({ asset: warm.id, status: 'imported', file: 'Kugel/kugel.glb' });
    expect(second).toMatchObject({ status: 'imported', file: 'Шлем 🪖.glb', textures: { linked: 5, missing: [] } });
    const imported = Date.parse(second!.importedAt) / SECOND - dropped;
    console.log(
      `file ready → imported ${imported.toFixed(2)} s (the import itself ${second!.seconds} s) → drawn ${visible.toFixed(2)} s`,
    );

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
