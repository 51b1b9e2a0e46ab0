import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { System } from '../base/system.ts';
import { partPathOf } from '../base/files/durable-file.ts';

/** Owner of an unfinished export. */
export type PartOwner =
  /** This process, which is working on it. */
  | 'in_work'
  /** A process that has ended. */
  | 'nobody'
  /** Another process, on this computer or another, or a program that left no owner. */
  | 'another';

/** `.NAME.HOST-PROCESS.RANDOM.part`, as `withPart` names them; earlier versions did not include the owner. */
const PART = /^\..+?(?:\.([0-9a-f]{8})-(\d{1,10}))?\.[0-9a-f]{8}\.part$/;

/** This computer, with its process namespace: containers number their processes separately. */
const HOST = createHash('sha256').update(`${os.hostname()}\0${readProcessSpace()}`).digest('hex').slice(0, 8);

/** A process that starts with another platform, as in tests, has no exports in progress. */
const inWork = new WeakMap<System, Set<string>>();

/**
 * Works on a hidden file or folder beside a target, exclusively and protected from clean-ups. Two jobs may need the same
 * name at the same time.
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

/** Owner of a name in an output folder; null if it is no unfinished export. */
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
