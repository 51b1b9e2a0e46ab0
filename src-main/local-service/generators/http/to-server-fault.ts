import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { generatorFailed, generatorOutOfMemory, saysOutOfMemory, toReason } from '../generator-faults.ts';
import type { GeneratorServer } from './generator-server.ts';
import { ServerAway, ServerRefusal } from './server-errors.ts';

const TITLES = {
  hunyuan3d: 'Hunyuan3D',
  comfyui: 'ComfyUI',
  command: 'program',
  service: 'generation service',
} as const;

type Server = Pick<GeneratorServer, 'name' | 'kind' | 'url'>;

/** The failure of a task from an error of its server at the beginning of the work; other errors are returned unchanged. */
export function toServerFault({ name, kind, url }: Server, error: unknown): unknown {
  if (error instanceof ServerAway) {
    const reason = error.certificateFault;
    if (reason === null) return new ApiError(1001, serviceMessage('generator.unreachable', { name, url }));
    return new ApiError(1001, serviceMessage('generator.certificate', { name, url, reason }));
  }
  if (!(error instanceof ServerRefusal)) return error;
  const { status, text } = error;
  if (saysOutOfMemory(text)) return generatorOutOfMemory(name);
  if (status >= 500) return generatorFailed(name, text || `HTTP ${status}`);
  const reason = describeRefusal(error);
  return new ApiError(1000, serviceMessage('generator.other-server', { name, url, kind: TITLES[kind], reason }));
}

/** The server stopped in the middle of the work. */
export function serverStopped(name: string): ApiError {
  return new ApiError(1001, serviceMessage('generator.stopped', { name }));
}

/** The server lost the work twice. */
export function serverLostAgain(name: string): ApiError {
  return new ApiError(1001, serviceMessage('generator.lost-again', { name }));
}

/** The server responds, but does not accept the work. */
export function serverRefused(name: string, text: string): ApiError {
  if (saysOutOfMemory(text)) return generatorOutOfMemory(name);
  return new ApiError(1000, serviceMessage('generator.refused', { name, reason: toReason(text) || 'no reason' }));
}

/** A response that was not expected, for the inside of a sentence. */
export function describeRefusal({ status, text }: ServerRefusal): string {
  if (/^\s*</.test(text)) return `it sent a web page with status ${status}`;
  const reason = toReason(text);
  return reason === '' ? `status ${status}` : `status ${status}: ${reason}`;
}
