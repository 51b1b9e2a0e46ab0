import { serialize } from 'node:v8';
import { MAX_CALL_BYTES, MAX_CALL_VALUES } from '../../../src-shared/ipc/call-limits.ts';

/** `sources:take` contains all paths of a dropped folder, written by the preload script. */
const PATH_LIST = { channel: 'sources:take', maxBytes: 32 * 1024 * 1024 };

/** True if a call's input exceeds a limit, its size in structured-clone bytes, or if it cannot be cloned. */
export function isMessageTooLarge(channel: string, input: unknown): boolean {
  try {
    // Unlike JSON, this counts typed arrays and ends at cycles.
    const bytes = serialize(input).byteLength;
    if (channel === PATH_LIST.channel) return bytes > PATH_LIST.maxBytes;
    return bytes > MAX_CALL_BYTES || hasMoreValues(input, MAX_CALL_VALUES);
  } catch {
    return true;
  }
}

/** Counts values up to a maximum, so that a cycle ends, and without recursion. */
function hasMoreValues(input: unknown, most: number): boolean {
  const open = [input];
  for (let count = 0; open.length > 0; count++) {
    if (count + open.length > most) return true;
    const value = open.pop();
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    for (const inner of Object.values(value)) open.push(inner);
  }
  return false;
}
