import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { System } from '../base/system.ts';
import { partPathOf } from '../base/files/durable-file.ts';

/** Whose an unfinished export is. */
export type PartOwner =
  /** Of this process, which is at work on it. */
  | 'in_work'
  /** Of nobody who could still be at work on it. */
  | 'nobody'
  /** Of another process, on this computer or another, or of a program that did not say. */
  | 'another';

/** `.NAME.HOST-PROCESS.RANDOM.part`, as `withPart` names them; earlier versions did not say whose they are. */
const PART = /^\..+?(?:\.([0-9a-f]{8})-(\d{1,10}))?\.[0-9a-f]{8}\.part$/;

/** This computer, and within it what tells processes by number: containers count theirs each for themselves. */
const HOST = createHash('sha256').update(`${os.hostname()}\0${readProcessSpace()}`).digest('hex').slice(0, 8);

/** A process that begins anew with another system, as a simulation does, is at work on nothing of before. */
const inWork = new WeakMap<System, Set<string>>();

/**
 * Works on a hidden file or folder beside a target; no other export has it, and nobody who cleans up takes it for left
 * behind meanwhile. Two jobs may want one name at the same moment.
 */
export async function withPart<T>(target: string, system: System, work: (part: string) => Promise<T>): Promise<T> {
  const part = partPathOf(`${target}.${HOST}-${process.pid}.${system.random.uuid().slice(0, 8)}`);
  const parts = inWork.get(system) ?? new Set();
  inWork.set(system, parts.add(part));
  try {
    return await work(part);
  } finally {
    parts.delete(part);
  }
}

/** Whose a name in an output folder is; null where it is no unfinished export. */
export function findPartOwner(filePath: string, system: System): PartOwner | null {
  const [name, host, process_] = PART.exec(path.basename(filePath)) ?? [];
  if (name === undefined) return null;
  if (inWork.get(system)?.has(filePath)) return 'in_work';
  if (host !== HOST) return 'another';
  const id = Number(process_);
  return id === process.pid || !isAlive(id) ? 'nobody' : 'another';
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function readProcessSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
