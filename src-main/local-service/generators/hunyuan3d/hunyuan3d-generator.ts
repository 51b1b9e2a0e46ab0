import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import { listOperations } from '../../../../src-shared/api/generators/generator-config.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { generatorFailed, noResult } from '../generator-faults.ts';
import type { Generator, GeneratorRequest, GeneratorResult, GeneratorRun } from '../generator.ts';
import { checkServer } from '../http/check-server.ts';
import { createGeneratorServer } from '../http/generator-server.ts';
import { hostOf } from '../http/host-of.ts';
import { askFirst, createPatientQueries } from '../http/patience.ts';
import { ServerAway, ServerRefusal } from '../http/server-errors.ts';
import { serverLostAgain, serverRefused, serverStopped, toServerFault } from '../http/to-server-fault.ts';
import { createBlockingWork } from './blocking-work.ts';
import { toBody, toParameters, type HunyuanParameters } from './hunyuan3d-request.ts';
import { queryWork, readVersion, sendWork, type HunyuanVersion } from './hunyuan3d-server.ts';

/** A request that was sent. */
const handleSchema = z.object({ uid: z.string().regex(/^[\w-]{1,100}$/), workerId: z.string().nullable() });

/** Shares of the progress by the states that the servers have. */
const SHARES: Readonly<Record<string, number>> = { processing: 0.1, texturing: 0.6 };

const FIELDS = ['model_seed', 'geometry_quality'];

/** Statuses of a proxy in front of a server that is busy or away. */
const PROXY_ERRORS: readonly number[] = [502, 503, 504];

/** Work on the server that no task waits for any longer; it cannot be stopped. */
interface Abandoned {
  readonly uid: string;
  /** The server that has it, or had it before a restart; null: 2.0 tells none. */
  readonly workerId: string | null;
  /** It has failed if it is not done by then; `performance.now()`. */
  readonly until: number;
}

/** The API server of Hunyuan3D 2.0 and 2.1. */
export function createHunyuan3dGenerator(config: GeneratorConfigOf<'hunyuan3d'>): Generator {
  const { name, url } = config;
  const server = createGeneratorServer(name, 'hunyuan3d', url);
  const timeLimitMs = config.timeLimitSeconds * 1_000;
  const blocking = createBlockingWork(timeLimitMs);
  const patienceMs = config.patienceSeconds * 1_000;
  const pace = { pollMs: config.pollSeconds * 1_000, patienceMs, isBlocked: blocking.isRunning };
  const abandoned: Abandoned[] = [];

  async function generate(request: GeneratorRequest, run: GeneratorRun): Promise<GeneratorResult> {
    const { signal } = run;
    // An earlier run has no id of what it requested in one response; the server may still work on that.
    if (request.handle !== undefined && !handleSchema.safeParse(request.handle).success) blocking.abandon();
    const first = createPatientQueries(server, pace, signal);
    const version = await askFirst(first, request.handle, () => askVersion(signal)).catch((error: unknown) => {
      throw toServerFault(server, error);
    });
    if (request.operation === 'texture_model') assertTextures(version);
    const parameters = toParameters(request, config.texture);
    const about = `Hunyuan3D ${version.version}`;
    const notes = request.texture && !config.texture ? [serviceMessage('generator.untextured', { name })] : [];
    const workerId = await waitForAbandoned(request, version, signal);
    run.onStart();
    // The status of 2.1 never reports the end of a model without a texture.
    const more =
      version.version === '2.1' && parameters['texture'] === false
        ? await generateAtOnce(request, parameters, run)
        : await generateLater(request, parameters, { ...version, workerId, wasAbsent: first.takeAbsence() }, run);
    return { about, notes: [...notes, ...more], parameters };
  }

  /** A server that responds, or does not run, has no abandoned work that blocks it. */
  async function askVersion(signal: AbortSignal): Promise<HunyuanVersion> {
    try {
      const version = await readVersion(server, signal, patienceMs);
      blocking.endAbandoned();
      return version;
    } catch (error) {
      if (blocking.isRunning() && isProxyError(error)) throw new ServerAway(error);
      if (error instanceof ServerRefusal || (error instanceof ServerAway && error.isRefused)) blocking.endAbandoned();
      throw error;
    }
  }

  /** The response of this route is the model; the server responds to nothing else meanwhile, also after an abort. */
  async function generateAtOnce(
    request: GeneratorRequest,
    parameters: HunyuanParameters,
    { signal, keepHandle }: GeneratorRun,
  ): Promise<Message[]> {
    await keepHandle({});
    const body = await toBody(request, parameters, config);
    try {
      const sent = { method: 'POST', body, signal, timeoutMs: 0 } as const;
      await blocking.run(() => server.save('/generate', request.resultPath, sent), signal);
      return [];
    } catch (error) {
      if (error instanceof ServerAway) throw serverStopped(name);
      throw toWorkFault(error);
    }
  }

  async function generateLater(
    request: GeneratorRequest,
    parameters: HunyuanParameters,
    version: HunyuanVersion & { readonly wasAbsent: boolean },
    run: GeneratorRun,
  ): Promise<Message[]> {
    const { signal } = run;
    const queries = createPatientQueries(server, pace, signal);
    const notes: Message[] = [];
    const earlier = handleSchema.safeParse(request.handle).data;
    let { workerId } = version;
    let isSentAgain = false;
    let sentAt = performance.now();
    // 2.0 forgets its work when it restarts, but not the files of finished work.
    let mayBeLost = earlier !== undefined && version.wasAbsent;

    async function start(): Promise<string> {
      const body = await toBody(request, parameters, config);
      let isResponseLost = false;
      const send = () =>
        sendWork(server, body, signal).catch((error: unknown) => {
          isResponseLost ||= error instanceof ServerAway && !error.isUnsent;
          throw error;
        });
      const uid = await queries.ask(send).catch((error: unknown) => {
        throw toWorkFault(error);
      });
      sentAt = performance.now();
      if (isResponseLost) notes.push(serviceMessage('generator.response-lost', { name }));
      await run.keepHandle({ uid, workerId });
      return uid;
    }

    /** Sends the request again after a restart, once. */
    async function startAgain(): Promise<string> {
      if (isSentAgain) throw serverLostAgain(name);
      isSentAgain = true;
      notes.push(serviceMessage('generator.sent-again', { name }));
      return start();
    }

    const isKnown = earlier?.workerId === workerId;
    let uid = earlier ? (isKnown ? earlier.uid : await startAgain()) : await start();
    try {
      for (;;) {
        const { status, message, modelBytes } = await queries
          .ask(() => queryWork(server, uid, { file: request.resultPath, signal }))
          .catch((error: unknown) => {
            throw toWorkFault(error);
          });
        if (status === 'completed') {
          if (modelBytes === 0) throw noResult(name, request.operation);
          if (uid === earlier?.uid) notes.push(serviceMessage('generator.resumed', { name }));
          return notes;
        }
        if (status === 'error') throw generatorFailed(name, message);
        run.onProgress(SHARES[status] ?? 0);
        const now = await queries.ask(() => readWorkerId(version, signal));
        // 2.0 has no worker id: it was restarted if nothing listened at its address.
        const isRestarted = version.version === '2.1' ? now !== workerId : queries.takeAbsence() || mayBeLost;
        workerId = now;
        mayBeLost = false;
        if (isRestarted) uid = await startAgain();
        else await queries.pause();
      }
    } catch (error) {
      if (signal.aborted) abandoned.push({ uid, workerId, until: sentAt + timeLimitMs });
      throw error;
    }
  }

  /** The request model of 2.1 has no field for a model: it would generate another one. */
  function assertTextures({ version }: HunyuanVersion): void {
    if (version === '2.0') return;
    throw new ApiError(1000, serviceMessage('generator.cannot-texture', { name, version }));
  }

  async function readWorkerId({ version }: HunyuanVersion, signal: AbortSignal): Promise<string | null> {
    return version === '2.0' ? null : (await askVersion(signal)).workerId;
  }

  /**
   * Two requests at the same time may exhaust the memory of the graphics card. Returns the current worker id, because the
   * server may restart meanwhile.
   */
  async function waitForAbandoned(
    { folder }: GeneratorRequest,
    version: HunyuanVersion,
    signal: AbortSignal,
  ): Promise<string | null> {
    const queries = createPatientQueries(server, pace, signal);
    const file = path.join(folder, 'abandoned');
    let { workerId } = version;
    for (let first = abandoned[0]; first; first = abandoned[0]) {
      const isOver =
        performance.now() > first.until ||
        first.workerId !== workerId ||
        (await queries.ask(() => isEnded(first.uid, file, signal)));
      if (isOver || queries.takeAbsence()) removeAbandoned(first);
      else await queries.pause();
      workerId = await queries
        .ask(() => readWorkerId(version, signal))
        .catch((error: unknown) => {
          throw toServerFault(server, error);
        });
    }
    await rm(file, { force: true });
    return workerId;
  }

  /** True also if the server refuses the query, or its answer cannot be read: it would say the same again. */
  async function isEnded(uid: string, file: string, signal: AbortSignal): Promise<boolean> {
    try {
      const { status } = await queryWork(server, uid, { file, signal });
      return status === 'completed' || status === 'error';
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServerAway) throw error;
      return !isProxyError(error);
    }
  }

  /** Another task may have removed it in the meantime. */
  function removeAbandoned(work: Abandoned): void {
    const at = abandoned.indexOf(work);
    if (at >= 0) abandoned.splice(at, 1);
  }

  /** Errors of the server after it was recognized: 404 stands for any failure of the work. */
  function toWorkFault(error: unknown): unknown {
    if (!(error instanceof ServerRefusal)) return error instanceof ApiError ? error : toServerFault(server, error);
    if (error.status === 404 && error.text.includes('error_code')) return generatorFailed(name, 'it gave no reason');
    return error.status === 422 ? serverRefused(name, error.text) : toServerFault(server, error);
  }

  return {
    ...{ name, kind: 'hunyuan3d', host: hostOf(url), isShared: false },
    cleanup: config.cleanup,
    capabilities: {
      operations: listOperations(config),
      appearances: config.views === 'fields' ? ['image', 'images'] : ['image'],
      fields: new Set(FIELDS),
      concurrency: config.concurrency,
      timeLimitMs,
    },
    generate,
    checkHealth: (signal) =>
      checkServer(
        async () => `Hunyuan3D ${(await askVersion(signal)).version}`,
        (error) => toServerFault(server, error),
      ),
    close: () => server.close(),
  };
}

/** True for an answer of a proxy, whose server is busy or away. */
function isProxyError(error: unknown): boolean {
  return error instanceof ServerRefusal && PROXY_ERRORS.includes(error.status);
}
