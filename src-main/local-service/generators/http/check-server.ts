import { ApiError } from '../../api-error.ts';
import type { GeneratorHealth } from '../generator.ts';

/** State of a server by a query of its version; a fault that `toFault` describes is its problem, other errors are thrown. */
export async function checkServer(
  readVersion: () => Promise<string | null>,
  toFault: (error: unknown) => unknown,
): Promise<GeneratorHealth> {
  try {
    return { isReady: true, version: await readVersion(), notes: [] };
  } catch (error) {
    const fault = toFault(error);
    if (fault instanceof ApiError && typeof fault.detail !== 'string') return { isReady: false, problem: fault.detail };
    throw fault;
  }
}
