import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { BRIDGES_FOLDER } from './bridge-package.ts';
import type { BridgeConnection } from './install-record.ts';
import { runProgram } from '../send/run-program.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Allows for a first start from a slow disk. */
const TIMEOUT_MS = 90_000;

/** Enables the installed add-on in the preferences of a Blender and sets its output folder. Throws `bridge_failed`. */
export function enableBlenderAddOn(program: string, { exportFolder, name, scale }: BridgeConnection): Promise<void> {
  // Joined, because a name may begin with a dash.
  const named = name === null ? [] : [`--target=${name}`];
  const scaled = scale === null ? [] : ['--scale', String(scale)];
  return runEnable(program, ['--folder', exportFolder, ...named, ...scaled], 'bridge.add-on-not-enabled');
}

/** Disables the add-on in the preferences of a Blender. Throws `bridge_failed`. */
export function disableBlenderAddOn(program: string): Promise<void> {
  return runEnable(program, ['--remove'], 'bridge.add-on-not-disabled');
}

async function runEnable(
  program: string,
  args: readonly string[],
  id: 'bridge.add-on-not-enabled' | 'bridge.add-on-not-disabled',
): Promise<void> {
  const script = path.join(BRIDGES_FOLDER, 'blender/enable.py');
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const result = await runProgram(program, ['-b', '--python', script, '--', ...args], { timeoutMs: TIMEOUT_MS, env });
  if (result.code === 0) return;
  const last = result.errors.trim().split('\n').at(-1) ?? '';
  const reason = result.isTimedOut
    ? message('bridge.no-answer-for', { seconds: TIMEOUT_MS / 1000 })
    : last.slice(0, 300) || message('bridge.ended-early');
  throw new AppError('bridge_failed', message(id, { reason }), { subject: 'Blender' });
}
