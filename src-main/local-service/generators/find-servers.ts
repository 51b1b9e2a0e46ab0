import { z } from 'zod';
import type { GeneratorKind } from '../../../src-shared/api/generators/generator-operations.ts';
import type { FoundServer } from '../../../src-shared/api/generators/generator-state.ts';
import { createGeneratorServer, type GeneratorServer } from './http/generator-server.ts';
import { readVersion } from './hunyuan3d/hunyuan3d-server.ts';

/** An address at which a kind of server may be found. */
export interface UsualServer {
  readonly kind: Extract<GeneratorKind, 'hunyuan3d' | 'comfyui'>;
  readonly url: string;
}

/** Addresses that the servers use unless they are told otherwise: Hunyuan3D 2.1 and 2.0, and ComfyUI. */
const USUAL_SERVERS: readonly UsualServer[] = [
  { kind: 'hunyuan3d', url: 'http://127.0.0.1:8081' },
  { kind: 'hunyuan3d', url: 'http://127.0.0.1:8080' },
  { kind: 'comfyui', url: 'http://127.0.0.1:8188' },
];

/** A server on this computer responds at once; others would hold the list back. */
const TIMEOUT_MS = 3_000;

const systemStats = z.object({ system: z.object({ comfyui_version: z.string().max(60).optional() }) });

/** The servers that respond like their kind. Each address is asked once. */
export async function findServers(usual: readonly UsualServer[] = USUAL_SERVERS): Promise<FoundServer[]> {
  const found = await Promise.all(usual.map(findServer));
  return found.flatMap((server) => server ?? []);
}

async function findServer({ kind, url }: UsualServer): Promise<FoundServer | null> {
  const server = createGeneratorServer(kind, kind, url);
  try {
    return { kind, url, version: await readVersionOf(server, AbortSignal.timeout(TIMEOUT_MS)) };
  } catch {
    // Nothing is there, or another program.
    return null;
  } finally {
    await server.close();
  }
}

async function readVersionOf(server: GeneratorServer, signal: AbortSignal): Promise<string | null> {
  if (server.kind === 'hunyuan3d') return (await readVersion(server, signal)).version;
  return (await server.readJson('/system_stats', systemStats, { signal })).system.comfyui_version ?? null;
}
