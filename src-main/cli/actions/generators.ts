import { joinCommandLine } from '../../../src-shared/api/generators/command-line.ts';
import type { GenerationConfig, GeneratorConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { GENERATOR_OPERATIONS } from '../../../src-shared/api/generators/generator-operations.ts';
import type { GeneratorState } from '../../../src-shared/api/generators/generator-state.ts';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import {
  findGenerator,
  withChangedGenerator,
  withGenerator,
  withoutGenerator,
  withUse,
} from '../../service-client/generators/known-generators.ts';
import { findServers, readGenerators } from '../../service-client/generators/read-generators.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { runInterruptible } from '../lib/interrupt.ts';
import {
  assertOptions,
  parseOperation,
  toGenerator,
  toPatch,
  toWord,
  type GeneratorChange,
  type GeneratorInput,
} from '../lib/input/generator-options.ts';
import { withAccount, type Account } from '../lib/open/open-account.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters, maskLines } from '../../base/mask-control-characters.ts';
import { runGeneratorTest, type GeneratorTest } from '../lib/run-generator-test.ts';

/** Lists the generators; the local service asks each how it is. */
export async function listGenerators({ home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async (account) => {
    const { generators, use, unsupported } = account.settings.get().generation;
    const states = await readStates(account);
    const rows = generators.map((generator) => {
      const state = states.find(({ name }) => name === generator.name);
      const { name, kind } = generator;
      const usedFor = GENERATOR_OPERATIONS.filter((operation) => use[operation] === name);
      return {
        ...{ name, kind, place: placeOf(generator), usedFor },
        isReady: state?.ready ?? false,
        version: state?.version ?? null,
        problem: state?.problem_message ? toEnglish(state.problem_message) : null,
      };
    });
    const lines = rows.map(({ name, place, usedFor, isReady, version, problem }) => {
      const used = usedFor.length === 0 ? 'not used' : usedFor.map(toWord).join(', ');
      const health = isReady ? (version ?? 'ready') : (problem ?? 'not ready');
      return `${isReady ? '✓' : '✗'} ${name}  ${place}  ${used}  ${health}\n`;
    });
    const text = rows.length === 0 ? 'No generators. The built-in engine generates all models.\n' : lines.join('');
    return { data: { generators: rows, unsupported }, text: maskLines(text) };
  });
}

/** Looks for servers at their usual addresses on this computer. */
export async function findGenerators({ home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async ({ services }) => {
    const servers = await findServers(await services.client('local'));
    const lines = servers.map(({ kind, url, version }) => {
      return `${kind} ${version ?? ''}  Add it: dropforge generators add NAME --kind ${kind} --url ${url}\n`;
    });
    const text = servers.length === 0 ? 'No server responds at the usual ports.\n' : lines.join('');
    return { data: { servers }, text: maskLines(text) };
  });
}

/** Adds a generator; it is not used before it is selected. */
export async function addGenerator(
  name: string,
  input: GeneratorInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  const added = await toGenerator(name, input);
  return changeGeneration(
    home,
    (now) => withGenerator(now, added),
    (now) => {
      const generator = findGenerator(now, name);
      const next = `Next: dropforge generators test ${quote(name)}, then dropforge generators use image-to-model ${quote(name)}.`;
      return { data: generator, text: `Added ${name}: ${placeOf(generator)}. ${next}\n` };
    },
  );
}

/** Changes what is given of a generator. Throws UsageError for options of another kind. */
export async function changeGenerator(
  name: string,
  input: GeneratorChange,
  { home }: CommandContext,
): Promise<CommandResult> {
  const patch = await toPatch(input);
  return changeGeneration(
    home,
    (now) => {
      const before = findGenerator(now, name);
      assertOptions(before, patch);
      return withChangedGenerator(now, name, { ...before, ...patch });
    },
    (now) => {
      const generator = findGenerator(now, input.rename ?? name);
      return { data: generator, text: `Changed ${generator.name}: ${placeOf(generator)}.\n` };
    },
  );
}

/** Generates one model with a generator. */
export async function testGenerator(
  name: string,
  input: { readonly image: string | undefined; readonly out: string | undefined },
  { home }: CommandContext,
): Promise<CommandResult> {
  return withAccount(home, async (account) => {
    const generator = findGenerator(account.settings.get().generation, name);
    const test = async (signal: AbortSignal): Promise<CommandResult> =>
      describeTest(await runGeneratorTest({ generator, ...input }, account, home, signal));
    return runInterruptible(test, 'No model was saved.');
  });
}

/** Selects the generator of an operation. */
export async function useGenerator(given: string, name: string, { home }: CommandContext): Promise<CommandResult> {
  const operation = parseOperation(given);
  return changeGeneration(
    home,
    (now) => withUse(now, operation, name),
    () => ({ data: { operation, name }, text: `${toWord(operation)} now uses ${name}.\n` }),
  );
}

/** Sets what happens to requests with fields that their generator cannot apply. */
export async function setUnsupported(
  unsupported: GenerationConfig['unsupported'],
  { home }: CommandContext,
): Promise<CommandResult> {
  const texts = {
    ignore: 'Fields that a generator cannot apply are ignored, with a note.\n',
    'built-in': 'Requests with fields that a generator cannot apply use the built-in engine.\n',
    refuse: 'Requests with fields that a generator cannot apply fail.\n',
  };
  return changeGeneration(
    home,
    (now) => ({ ...now, unsupported }),
    () => ({ data: { unsupported }, text: texts[unsupported] }),
  );
}

/** Removes a generator. */
export async function removeGenerator(name: string, { home }: CommandContext): Promise<CommandResult> {
  return changeGeneration(
    home,
    (now) => withoutGenerator(now, name),
    () => ({ data: { name, removed: true }, text: `Removed ${name}.\n` }),
  );
}

function changeGeneration(
  home: CommandContext['home'],
  change: (now: GenerationConfig) => GenerationConfig,
  describe: (now: GenerationConfig) => CommandResult,
): Promise<CommandResult> {
  return withAccount(home, ({ settings }) => {
    const { generation } = settings.set({ generation: change(settings.get().generation) });
    const { text, ...rest } = describe(generation);
    return { ...rest, text: maskLines(text) };
  });
}

/** None if there are no generators, so that the local service is not started for nothing. */
async function readStates({ settings, services }: Account): Promise<GeneratorState[]> {
  if (settings.get().generation.generators.length === 0) return [];
  return readGenerators(await services.client('local'));
}

function describeTest(test: GeneratorTest): CommandResult {
  if ('error' in test) {
    const { happened, next } = describeError(toErrorInfo(new AppError('task_failed', test.error)));
    return { data: test, text: '', notes: `${maskControlCharacters([happened, next].join(' '))}\n`, status: 1 };
  }
  const { tookMs, triangles, bytes, file, notes } = test;
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  const facts = [`${(tookMs / 1_000).toFixed(1)} s`, triangles === null ? null : `${triangles} triangles`, size];
  const lines = [facts.filter(Boolean).join(', '), file, ...notes];
  return { data: test, text: maskLines(`${lines.join('\n')}\n`) };
}

/** Where a generator is: its address, or the command that starts it. */
function placeOf(generator: GeneratorConfig): string {
  return generator.kind === 'command' ? joinCommandLine(generator.command) : generator.url;
}

function quote(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}
