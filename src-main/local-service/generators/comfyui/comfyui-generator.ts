import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { WorkStopped } from '../../workers/work-queue.ts';
import { noResult } from '../generator-faults.ts';
import type { Generator, GeneratorRequest, GeneratorResult, GeneratorRun } from '../generator.ts';
import { checkServer } from '../http/check-server.ts';
import { createGeneratorServer } from '../http/generator-server.ts';
import { CREATION_GRACE_MS, delayAbort } from '../http/delay-abort.ts';
import { hostOf } from '../http/host-of.ts';
import { askFirst, createPatientQueries } from '../http/patience.ts';
import { ServerAway, ServerRefusal } from '../http/server-errors.ts';
import { serverLostAgain, toServerFault } from '../http/to-server-fault.ts';
import { bindWorkflow, findInput, findModelFolder, type BoundValues } from './bind-workflow.ts';
import { createComfyuiApi, type HistoryEntry } from './comfyui-api.ts';
import { findResultFile } from './find-result-file.ts';
import { followPrompt } from './follow-prompt.ts';
import { openProgressSocket } from './progress-socket.ts';
import { assertSucceeded } from './prompt-end.ts';
import {
  findBoundNodes,
  isInputBinding,
  listAppearances,
  listWorkflowOperations,
  readWorkflow,
  type Binding,
  type Workflow,
} from './workflow.ts';

/** A prompt that was sent. */
const handleSchema = z.object({ promptId: z.string().regex(/^[\w-]{1,100}$/), clientId: z.uuid() });

type Handle = z.output<typeof handleSchema>;

/** Fields of requests by the binding that applies them. */
const FIELDS = { seed: 'model_seed', faces: 'face_limit', negative: 'negative_prompt' } as const;

/** A wait of other work that is worth a note. */
const NOTED_WAIT_MS = 60_000;

const CANCEL_MS = 5_000;

/** Longest pause between two looks for a prompt that is not wanted any longer. */
const CANCEL_PAUSE_MS = 500;

/** Folder of uploaded images in the input folder of ComfyUI. */
const IMAGE_FOLDER = 'dropforge';

/** A workflow of a ComfyUI server. Throws a StartupError if the workflow cannot be used. */
export async function createComfyuiGenerator(config: GeneratorConfigOf<'comfyui'>): Promise<Generator> {
  const { name, url, workflow: file } = config;
  const { workflow, sha256 } = await readWorkflow(file);
  const bound = findBoundNodes(workflow, file);
  for (const [binding, ids] of bound) {
    if (isInputBinding(binding)) for (const id of ids) findInput(workflow, id, binding, file);
  }
  const modelFolder = findModelFolder(workflow, bound, file);
  const server = createGeneratorServer(name, 'comfyui', url);
  const api = createComfyuiApi(server);
  const pace = { pollMs: config.pollSeconds * 1_000, patienceMs: config.patienceSeconds * 1_000 };
  const timeLimitMs = config.timeLimitSeconds * 1_000;

  async function generate(request: GeneratorRequest, run: GeneratorRun): Promise<GeneratorResult> {
    const { signal } = run;
    const notes: Message[] = [];
    try {
      const queries = createPatientQueries(server, pace, signal);
      const version = await askFirst(queries, request.handle, () => api.readVersion(signal));
      const types = await api.readNodeTypes(workflow, signal);
      assertNodes(types);
      const begin = performance.now();
      let startedAt = 0;
      const work = {
        ...run,
        onStart: () => {
          startedAt ||= performance.now();
          run.onStart();
        },
      };
      const end = await runPrompt(request, work, notes, async () => {
        const values = await toValues(request, signal);
        return bindWorkflow(workflow, { bound, values, types, file });
      });
      assertSucceeded(name, end);
      const found = findResultFile(end, bound);
      if (!found) throw noResult(name, request.operation);
      await queries
        .ask(() => api.save(found, request.resultPath, signal))
        .catch((error: unknown) => {
          // The file of a node that only shows it may be gone.
          throw error instanceof ServerRefusal && error.status === 404 ? noResult(name, request.operation) : error;
        });
      const waitedMs = startedAt - begin;
      if (waitedMs > NOTED_WAIT_MS) {
        notes.push(serviceMessage('generator.waited', { name, count: Math.round(waitedMs / 60_000) }));
      }
      const about = [`ComfyUI${version ? ` ${version}` : ''}`, path.basename(file)].join(', ');
      return { about, notes, parameters: toParameters(request) };
    } catch (error) {
      signal.throwIfAborted();
      throw toServerFault(server, error);
    }
  }

  /** Runs a prompt to its end; one that the server forgot is sent again, once. */
  async function runPrompt(
    { handle }: GeneratorRequest,
    run: GeneratorRun,
    notes: Message[],
    prepare: () => Promise<Workflow>,
  ): Promise<HistoryEntry> {
    let earlier = handleSchema.safeParse(handle).data;
    let isSentAgain = false;
    for (;;) {
      const end = earlier
        ? await follow(earlier, run, Object.keys(workflow).length)
        : await sendAndFollow(await prepare(), run);
      if (end) {
        if (earlier) notes.push(serviceMessage('generator.resumed', { name }));
        return end;
      }
      if (isSentAgain) throw serverLostAgain(name);
      isSentAgain = true;
      earlier = undefined;
      notes.push(serviceMessage('generator.sent-again', { name }));
    }
  }

  async function sendAndFollow(prompt: Workflow, run: GeneratorRun): Promise<HistoryEntry | null> {
    const ids = { promptId: randomUUID(), clientId: randomUUID() };
    // Before it is sent: a prompt whose response is lost is found by its id.
    await run.keepHandle(ids);
    return follow(ids, run, Object.keys(prompt).length, async () => {
      const promptId = await api.queuePrompt(prompt, ids, delayAbort(run.signal, CREATION_GRACE_MS));
      if (promptId !== ids.promptId) await run.keepHandle({ ...ids, promptId });
      return promptId;
    });
  }

  async function follow(
    { promptId: known, clientId }: Handle,
    { signal, onStart, onProgress }: GeneratorRun,
    nodeCount: number,
    send?: () => Promise<string>,
  ): Promise<HistoryEntry | null> {
    let news = Promise.withResolvers<void>();
    const onEnd = (): void => {
      news.resolve();
      news = Promise.withResolvers();
    };
    const socket = openProgressSocket(server, clientId, { nodeCount, onStart, onProgress, onEnd });
    let promptId = known;
    let mayArrive = false;
    socket.watch(promptId);
    try {
      await socket.opened;
      if (send) {
        signal.throwIfAborted();
        promptId = await send().catch((error: unknown) => {
          const isRefused = error instanceof ApiError || error instanceof ServerRefusal;
          mayArrive = !isRefused && !(error instanceof ServerAway && error.isUnsent);
          throw error;
        });
        socket.watch(promptId);
      }
      const common = { server, api, promptId, pace, signal, onStart, waitLimitMs: timeLimitMs };
      return await followPrompt({ ...common, nextNews: () => news.promise });
    } catch (error) {
      // A service that stops leaves its work, and finds it again.
      const isLeft = signal.reason instanceof WorkStopped;
      if (!isLeft) await stop(promptId, mayArrive);
      throw error;
    } finally {
      socket.close();
    }
  }

  /**
   * Removes a prompt that is not wanted any longer; a server that does not respond is left alone. `mayArrive`: the prompt was
   * sent without a response, so the server may still check it before it queues it.
   */
  async function stop(promptId: string, mayArrive: boolean): Promise<void> {
    const signal = AbortSignal.timeout(CANCEL_MS);
    try {
      for (let isExpected = mayArrive; ;) {
        const place = await api.findPlace(promptId, signal);
        await api.cancel(promptId, place, signal);
        if (place === 'running' || (place === null && !isExpected)) return;
        // It may have begun before it was removed.
        if (place !== null) isExpected = false;
        await sleep(Math.min(pace.pollMs, CANCEL_PAUSE_MS), undefined, { signal });
      }
    } catch {
      // The task ends in any case.
    }
  }

  function assertNodes(types: ReadonlyMap<string, unknown>): void {
    const missing = [...new Set(Object.values(workflow).map((node) => node.class_type))].filter(
      (type) => !types.has(type),
    );
    if (missing.length === 0) return;
    throw new ApiError(1000, serviceMessage('generator.missing-nodes', { name, types: missing.join(', ') }));
  }

  async function toValues(
    { images, model, prompt, values, seed, taskId }: GeneratorRequest,
    signal: AbortSignal,
  ): Promise<BoundValues> {
    const result = new Map<Binding, string | number>([['seed', seed]]);
    for (const [key, image] of Object.entries(images)) {
      // Names are unique, because ComfyUI does not run a workflow with known inputs again.
      const uploaded = await api.upload(image, { subfolder: IMAGE_FOLDER, filename: `${taskId}-${key}.png` }, signal);
      result.set(key as Binding, uploaded);
    }
    if (model !== undefined) {
      const filename = `dropforge-${taskId}.glb`;
      result.set('model', await api.upload(model, { subfolder: modelFolder, filename }, signal));
    }
    const { negative_prompt: negative, face_limit: faces } = values;
    if (prompt !== null) result.set('prompt', prompt);
    if (typeof negative === 'string') result.set('negative', negative);
    if (typeof faces === 'number') result.set('faces', faces);
    return result;
  }

  function toParameters({ seed, values }: GeneratorRequest): GeneratorResult['parameters'] {
    const faces = values['face_limit'];
    return {
      ...{ workflow: path.basename(file), workflow_sha256: sha256 },
      ...(bound.has('seed') && { seed }),
      ...(bound.has('faces') && typeof faces === 'number' && { faces }),
    };
  }

  const applied = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((binding) => bound.has(binding));
  return {
    ...{ name, kind: 'comfyui', host: hostOf(url), isShared: false },
    cleanup: config.cleanup,
    capabilities: {
      operations: listWorkflowOperations(bound),
      appearances: listAppearances(bound),
      fields: new Set(applied.map((binding) => FIELDS[binding])),
      concurrency: config.concurrency,
      timeLimitMs,
    },
    generate,
    checkHealth: (signal) =>
      checkServer(
        async () => {
          const version = await api.readVersion(signal);
          assertNodes(await api.readNodeTypes(workflow, signal));
          return version === null ? null : `ComfyUI ${version}`;
        },
        (error) => toServerFault(server, error),
      ),
    close: () => server.close(),
  };
}
