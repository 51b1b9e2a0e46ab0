import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { BRIDGES_FOLDER } from './bridge-package.ts';
import type { BridgeConnection } from './install-record.ts';
import { runProgram } from '../send/run-program.ts';

/** A first start on a slow disk takes its time. */
const TIMEOUT_MS = 90_000;

/** Switches the laid add-on on in a Blender's preferences, with its export folder. Throws `bridge_failed`. */
export function enableBlenderAddOn(program: string, { exportFolder, name, scale }: BridgeConnection): Promise<void> {
  const named = name === null ? [] : ['--target', name];
  const scaled = scale === null ? [] : ['--scale', String(scale)];
  return runEnable(program, ['--folder', exportFolder, ...named, ...scaled], 'switch the add-on on');
}

/** Switches the add-on off in a Blender's preferences. Throws `bridge_failed`. */
export function disableBlenderAddOn(program: string): Promise<void> {
  return runEnable(program, ['--remove'], 'switch the add-on off');
}

async function runEnable(program: string, args: readonly string[], words: string): Promise<void> {
  const script = path.join(BRIDGES_FOLDER, 'blender/enable.py');
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const said = await runProgram(program, ['-b', '--python', script, '--', ...args], { timeoutMs: TIMEOUT_MS, env });
  if (said.code === 0) return;
  const last = said.errors.trim().split('\n').at(-1) ?? '';
  const reason = said.isTimedOut
    ? `it did not answer for ${TIMEOUT_MS / 1000} s`
    : last.slice(0, 300) || 'it ended early';
  throw new AppError('bridge_failed', `Blender did not ${words}: ${reason}.`, { subject: 'Blender' });
}
