import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { ConvertFormat } from '../../../src-shared/formats/formats.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import { ENGINE_ENVIRONMENT, ENGINE_EXEC_ARGV } from '../../../src-main/base/processes/engine-process-settings.ts';

/** Work of the engine, from file to file. */
export interface EngineOrder {
  readonly sources: readonly string[];
  readonly target: string;
  readonly task: EngineTask;
}

/** A bare conversion, as other programs do it, or an operation with all that the service makes of it, its preview too. */
export type EngineTask =
  { readonly convertTo: ConvertFormat } | { readonly operation: OperationName; readonly values: AnyValues };

/** What a process that did one order took. */
export interface EngineRun {
  /** The whole process, from its start to its end. */
  readonly ms: number;
  /** Most memory it held, MiB. */
  readonly peakMb: number;
}

const ENTRY = path.join(import.meta.dirname, 'engine-process.ts');
const TIMEOUT_MS = 300_000;
/** Blender too keeps its scripts compiled from one start to the next. */
const COMPILED = path.join(os.tmpdir(), 'node-compile-cache');

/** Does an order in a process of its own; throws when it fails. */
export function runEngine(order: EngineOrder): EngineRun {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...ENGINE_EXEC_ARGV, ENTRY, JSON.stringify(order)], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: { ...process.env, ...ENGINE_ENVIRONMENT, NODE_COMPILE_CACHE: COMPILED },
  });
  const ms = performance.now() - start;
  if (status !== 0) throw new Error(`The engine ended with ${status}: ${stderr.slice(-2000)}`);
  return { ms, ...(JSON.parse(stdout) as { peakMb: number }) };
}

/** The order of a process's command line. */
export function parseOrder(text: string): EngineOrder {
  return JSON.parse(text) as EngineOrder;
}
