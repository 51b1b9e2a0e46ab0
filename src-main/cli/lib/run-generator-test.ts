import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { withChosenGenerator } from '../../../src-shared/api/generators/chosen-generator.ts';
import { listOperations, type GeneratorConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { isModelOperation, type ModelOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import { generatorCredit, type GeneratorCredit } from '../../../src-shared/api/generators/generator-state.ts';
import { GENERATION_MODELS } from '../../../src-shared/api/models/generation-models.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { UNPACKED_ROOT } from '../../base/project-root.ts';
import { SYSTEM, type System } from '../../base/system.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { exportFile } from '../../folders/export-file.ts';
import { assertWritable } from '../../folders/export-folder.ts';
import { toSafeBaseName } from '../../folders/file-name.ts';
import { fetchOutput } from '../../pipeline/steps/fetch-output.ts';
import { presignFormatOf } from '../../pipeline/steps/upload.ts';
import { openQueueStore } from '../../queue/store/queue-store.ts';
import { openFileReader } from '../../readers/open-file-reader.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { Home } from '../../settings/home.ts';
import { buyTask } from './buy-task.ts';
import { confirmSpending } from './input/confirm-spending.ts';
import type { Account } from './open/open-account.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { UsageError } from './usage-error.ts';

/** One model to generate. */
interface TestOrder {
  readonly generator: GeneratorConfig;
  /** Absent: a bundled sample. */
  readonly image: string | undefined;
  /** Absent: the current folder. */
  readonly out: string | undefined;
}

/** The model, or why there is none. */
export type GeneratorTest =
  | {
      readonly tookMs: number;
      /** Null: unknown. */
      readonly triangles: number | null;
      readonly bytes: number;
      readonly sha256: string;
      readonly file: string;
      readonly generator: GeneratorCredit | null;
      /** What the generator and the service say of the result. */
      readonly notes: readonly string[];
    }
  | { readonly error: string };

const SAMPLE = path.join(UNPACKED_ROOT, 'assets', 'samples', 'mug.png');
const PROMPT = 'a red mug with a handle';

/**
 * Generates one model with a generator at the local service, and puts it into a folder; `signal` aborts this. Throws AppError;
 * a task that failed is a result.
 */
export async function runGeneratorTest(
  { generator, image = SAMPLE, out = '.' }: TestOrder,
  { services, settings }: Pick<Account, 'services' | 'settings'>,
  home: Pick<Home, 'path'>,
  signal: AbortSignal,
  system: System = SYSTEM,
): Promise<GeneratorTest> {
  const folder = path.resolve(out);
  await stat(image).catch((error: unknown) => {
    throw toSourceError(error, path.basename(image));
  });
  await assertWritable(folder);
  const store = openQueueStore(home.path, system);
  try {
    const client = await services.client('local');
    const operation = chooseOperation(generator);
    const body = withChosenGenerator({ model: GENERATION_MODELS[0].id }, generator.name);
    const prepare = async (): Promise<AnyValues> => ({ ...body, ...(await toInput(operation, image, client, signal)) });
    const startedAt = system.clock.elapsed();
    const { task } = await buyTask(
      { operation, body, prepare },
      { ...{ client, store, signal, system, say }, connect: () => services.client('local') },
      {
        limits: () => settings.get().spending,
        confirm: (plan) => confirmSpending(plan, { yes: false, maxCredits: undefined }),
      },
    );
    if (task.status !== 'success') return { error: task.error_message ?? task.status };
    const tookMs = Math.round(system.clock.elapsed() - startedAt);
    return { tookMs, ...(await download(task, generator.name, { folder, home: home.path }, { client, signal })) };
  } finally {
    store.close();
  }
}

/** Throws a UsageError for a generator that generates no models. */
function chooseOperation(generator: GeneratorConfig): ModelOperation {
  const supported = listOperations(generator).filter(isModelOperation);
  const operation = supported.find((each) => each === 'image_to_model') ?? supported[0];
  if (operation) return operation;
  throw new UsageError(`${generator.name} generates no models. Test it with a recipe that uses it.`);
}

async function toInput(
  operation: ModelOperation,
  image: string,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<AnyValues> {
  if (operation === 'text_to_model') return { prompt: PROMPT };
  const token = await client.upload(image, presignFormatOf(path.basename(image)), signal, () => undefined);
  return operation === 'image_to_model' ? { input: token } : { inputs: [token, '', token, ''] };
}

async function download(
  task: TaskResponse,
  name: string,
  { folder, home }: { readonly folder: string; readonly home: string },
  tools: { readonly client: ServiceClient; readonly signal: AbortSignal },
): Promise<Omit<Extract<GeneratorTest, { file: string }>, 'tookMs'>> {
  const work = path.join(home, 'calls', task.task_id);
  const reader = openFileReader(home);
  await mkdir(work, { recursive: true });
  try {
    const model = path.join(work, 'model');
    const { sha256, bytes } = await fetchOutput(task, 'model_url', model, tools, () => undefined);
    const { triangles } = await reader.read('content-facts', { path: model, format: 'glb', folder: null });
    const baseName = toSafeBaseName(`${name}-test`);
    const file = await exportFile(folder, { path: model, sha256, baseName, extension: 'glb' });
    const { notes, generator } = task.output;
    return {
      ...{ triangles, bytes, sha256, file },
      generator: generatorCredit.safeParse(generator).data ?? null,
      notes: Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [],
    };
  } finally {
    await reader.close();
    await rm(work, { recursive: true, force: true });
  }
}

function say(words: string): void {
  process.stderr.write(`${maskControlCharacters(words)}\n`);
}
