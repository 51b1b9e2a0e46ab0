import { setTimeout as sleep } from 'node:timers/promises';
import type { GeneratorServer } from '../http/generator-server.ts';
import { createPatientQueries, type Pace } from '../http/patience.ts';
import { busyTooLong } from '../generator-faults.ts';
import type { ComfyuiApi, HistoryEntry } from './comfyui-api.ts';

/** A prompt that is followed to its end. */
export interface FollowedPrompt {
  readonly server: Pick<GeneratorServer, 'name'>;
  readonly api: ComfyuiApi;
  readonly promptId: string;
  readonly pace: Pace;
  /** Maximum time in the queue behind other work. */
  readonly waitLimitMs: number;
  readonly signal: AbortSignal;
  /** Resolves when the history may have news. */
  nextNews(): Promise<void>;
  onStart(): void;
}

/** Resolves with the end of a prompt; null: the server forgot it, because it was restarted. */
export async function followPrompt(prompt: FollowedPrompt): Promise<HistoryEntry | null> {
  const { server, api, promptId, pace, waitLimitMs, signal, nextNews, onStart } = prompt;
  const queries = createPatientQueries(server, pace, signal);
  const findEnd = () => queries.ask(() => api.findEnd(promptId, signal));
  const since = performance.now();
  for (;;) {
    const end = await findEnd();
    if (end) return end;
    const place = await queries.ask(() => api.findPlace(promptId, signal));
    // It may have ended between the two queries.
    if (place === null) return findEnd();
    if (place === 'running') onStart();
    else if (performance.now() - since > waitLimitMs) throw busyTooLong(server.name, waitLimitMs);
    await Promise.race([sleep(pace.pollMs, undefined, { signal }), nextNews()]);
  }
}
