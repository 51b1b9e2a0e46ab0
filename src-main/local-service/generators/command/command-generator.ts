import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { ApiError } from '../../api-error.ts';
import {
  generatorOutOfMemory,
  MAX_RESULT_BYTES,
  resultTooLarge,
  saysOutOfMemory,
  toReason,
} from '../generator-faults.ts';
import {
  APPEARANCES,
  type Generator,
  type GeneratorHealth,
  type GeneratorRequest,
  type GeneratorResult,
  type GeneratorRun,
} from '../generator.ts';
import { findProgram } from './find-program.ts';
import { runCommand, type CommandEnd } from './run-command.ts';

/** Maximum number of notes of a program. */
const MAX_NOTES = 20;

/** Interval at which the size of the result is checked while it is written. */
const LOOK_MS = 1_000;

/** Fields that the description of a task contains by its own names. */
const DESCRIBED_FIELDS = ['model_seed', 'negative_prompt'];

/** A program that is started for each task (`docs/generators.md` describes its side). */
export function createCommandGenerator(config: GeneratorConfigOf<'command'>): Generator {
  const { name, command, folder } = config;
  const about = config.version ?? path.basename(command.at(-1) ?? name);

  async function generate(request: GeneratorRequest, run: GeneratorRun): Promise<GeneratorResult> {
    const notes: Message[] = [];
    const description = path.join(request.folder, 'task.json');
    await writeFile(description, JSON.stringify(describe(request)));
    const oversize = new AbortController();
    run.onStart();
    // It ends with this service; a later run says that it is another one.
    await run.keepHandle({});
    const look = setInterval(() => {
      void stat(request.resultPath).then(
        ({ size }) => size > MAX_RESULT_BYTES && oversize.abort(),
        () => undefined,
      );
    }, LOOK_MS);
    try {
      const end = await runCommand({
        command: [...command, description],
        folder: folder ?? request.folder,
        signal: AbortSignal.any([run.signal, oversize.signal]),
        onLine: (line) => {
          const { word, text } = splitLine(line);
          if (word === 'progress' && /^[\d.]{1,20}$/.test(text)) {
            const share = Number(text);
            if (!Number.isNaN(share)) run.onProgress(share);
          } else if (word === 'note' && text !== '' && notes.length < MAX_NOTES) {
            notes.push(serviceMessage('generator.says', { name, text: toReason(text) }));
          }
        },
      }).catch((error: unknown) => {
        const reason = toReason((error as Error).message);
        throw new ApiError(1000, serviceMessage('generator.command-missing', { name, reason }));
      });
      run.signal.throwIfAborted();
      if (oversize.signal.aborted) throw resultTooLarge(name);
      if (end.code !== 0) throw toFault(name, end);
    } finally {
      clearInterval(look);
    }
    return { about, notes, parameters: { seed: request.seed } };
  }

  return {
    ...{ name, kind: 'command', host: null, isShared: false },
    cleanup: config.cleanup,
    capabilities: {
      operations: config.operations,
      appearances: APPEARANCES,
      fields: new Set([...DESCRIBED_FIELDS, ...config.fields]),
      concurrency: config.concurrency,
      timeLimitMs: config.timeLimitSeconds * 1_000,
    },
    generate,
    async checkHealth(): Promise<GeneratorHealth> {
      const found = await findProgram(command[0] ?? '', folder);
      if (found) return { isReady: true, version: config.version ?? null, notes: [] };
      const kind = process.platform === 'win32' ? ' as an .exe or .com file' : '';
      const reason = `${command[0]} was not found${kind}`;
      return { isReady: false, problem: serviceMessage('generator.command-missing', { name, reason }) };
    },
    close: () => Promise.resolve(),
  };
}

/** The task as the program reads it. */
function describe(request: GeneratorRequest): object {
  const { operation, images, model, texture, prompt, values, seed, resultPath } = request;
  return {
    operation,
    inputs: { ...(model !== undefined && { model }), ...images },
    prompt,
    negativePrompt: values['negative_prompt'] ?? null,
    seed,
    faceLimit: values['face_limit'] ?? null,
    texture,
    output: resultPath,
    request: values,
  };
}

function toFault(name: string, { code, endedBy, lastWords }: CommandEnd): ApiError {
  // The system ends a process this way if memory runs out; this service does only after an abort.
  if (endedBy === 'SIGKILL' || saysOutOfMemory(lastWords)) return generatorOutOfMemory(name);
  const status = endedBy ?? `exit code ${code}`;
  const reason = toReason(lastWords);
  const detail = reason
    ? serviceMessage('generator.command-failed', { name, status, reason })
    : serviceMessage('generator.command-silent', { name, status });
  return new ApiError(1000, detail);
}

/** The first word of a line of output, in lower case, and the rest. */
function splitLine(line: string): { readonly word: string; readonly text: string } {
  const end = line.search(/\s/);
  if (end < 0) return { word: line.toLowerCase(), text: '' };
  return { word: line.slice(0, end).toLowerCase(), text: line.slice(end).trim() };
}
