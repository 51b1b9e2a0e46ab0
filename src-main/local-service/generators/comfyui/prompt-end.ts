import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { generatorFailed, generatorOutOfMemory, saysOutOfMemory } from '../generator-faults.ts';
import type { HistoryEntry } from './comfyui-api.ts';

/** Throws the failure of a prompt that did not succeed. */
export function assertSucceeded(name: string, { status }: HistoryEntry): void {
  // Old versions have no status: their outputs tell.
  if (!status || status.status_str === 'success' || status.completed) return;
  const error = findMessage(status.messages, 'execution_error');
  if (error) {
    const text = toText(error['exception_message']);
    if (saysOutOfMemory(`${toText(error['exception_type'])} ${text}`)) throw generatorOutOfMemory(name);
    const node = toText(error['node_type']);
    throw generatorFailed(name, node ? `${node}: ${text}` : text);
  }
  if (findMessage(status.messages, 'execution_interrupted')) {
    throw new ApiError(1000, serviceMessage('generator.cancelled-there', { name }));
  }
  throw generatorFailed(name, status.status_str);
}

/** The data of the first message of a type; each one is a list of its type and data. */
function findMessage(messages: readonly unknown[], wanted: string): Readonly<Record<string, unknown>> | null {
  for (const message of messages) {
    const [type, data] = Array.isArray(message) ? (message as readonly unknown[]) : [];
    if (type === wanted && typeof data === 'object' && data !== null) return data as Readonly<Record<string, unknown>>;
  }
  return null;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
