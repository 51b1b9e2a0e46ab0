import { splitCommandLine } from '../../../src-shared/api/generators/command-line.ts';
import {
  listOperations,
  type GenerationConfig,
  type GeneratorConfig,
} from '../../../src-shared/api/generators/generator-config.ts';
import type { GeneratorState } from '../../../src-shared/api/generators/generator-state.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type {
  generatorCalls,
  GeneratorFile,
  GeneratorsView,
  NewGeneratorInput,
} from '../../../src-shared/ipc/calls/generator-calls.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { Desktop } from '../../app-deps.ts';
import {
  findGenerator,
  withChangedGenerator,
  withGenerator,
  withoutGenerator,
  withRestoredGenerator,
  withUse,
  type NewGenerator,
} from '../../service-client/generators/known-generators.ts';
import { findServers, readGenerators } from '../../service-client/generators/read-generators.ts';
import type { Services } from '../../service-client/services/services.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { createChosenFiles } from '../chosen-files.ts';
import type { ChangeConfirmation } from '../page-access/change-confirmation.ts';
import { toForm, toPlaceLabel } from '../views/generator-place.ts';

interface Parts {
  readonly settings: AppSettings;
  readonly services: Pick<Services, 'client'>;
  readonly confirmation: Pick<ChangeConfirmation, 'confirmSettings'>;
  readonly desktop: Pick<Desktop, 'chooseFile'>;
}

const TITLES = { program: 'Program', workflow: 'Workflow', key: 'API key' } as const;

/** Handlers of the calls about the user’s generators. The page names files by ids of the dialog, where there is one. */
export function createGeneratorHandlers({
  settings,
  services,
  confirmation,
  desktop,
}: Parts): HandlersOf<typeof generatorCalls> {
  const files = createChosenFiles(desktop);
  /** The settings before the page removed a generator, by its name. */
  const removed = new Map<string, GenerationConfig>();

  const view = (states: readonly GeneratorState[] | null): GeneratorsView => {
    const { generators, use, unsupported } = settings.get().generation;
    const cards = generators.map((generator) => {
      const { name, kind } = generator;
      const found = states?.find((state) => state.name === name);
      const state = found ? { version: found.version, problem: found.problem_message } : null;
      return { name, kind, place: toPlaceLabel(generator), operations: [...listOperations(generator)], state };
    });
    return { generators: cards, use, unsupported, hasDialog: desktop.chooseFile !== null };
  };

  const change = async (by: (now: GenerationConfig) => GenerationConfig): Promise<GeneratorsView> => {
    await confirmation.confirmSettings(({ generation }) => ({ generation: by(generation) }));
    settings.set({ generation: by(settings.get().generation) });
    return view(null);
  };

  /** Throws `config_invalid` for a file that was not chosen; `present` is the one that the generator has. */
  const findFile = (file: GeneratorFile, present: string | undefined): string =>
    files.find(file, message('subject.generators'), present);

  /** `before` is the generator that is changed; null: it is a new one. */
  const toGenerator = (input: NewGeneratorInput, before: GeneratorConfig | null): NewGenerator => {
    const { name } = input;
    switch (input.kind) {
      case 'hunyuan3d': {
        const kept = before?.kind === 'hunyuan3d' ? before : null;
        const { url, views, texture } = input;
        return { ...kept, kind: 'hunyuan3d', name, url, views: views ?? undefined, texture };
      }
      case 'comfyui': {
        const kept = before?.kind === 'comfyui' ? before : null;
        return { ...kept, kind: 'comfyui', name, url: input.url, workflow: findFile(input.workflow, kept?.workflow) };
      }
      case 'service': {
        const kept = before?.kind === 'service' ? before : null;
        // A key that is in a variable of the environment has no file.
        const isKept = input.keyFile === null || ('kept' in input.keyFile && kept?.keyVariable !== undefined);
        return {
          ...{ ...kept, kind: 'service', name, url: input.url, creditsPerDay: input.creditsPerDay },
          ...(!isKept && { keyFile: findFile(input.keyFile, kept?.keyFile) }),
        };
      }
      case 'command': {
        const kept = before?.kind === 'command' ? before : null;
        const command = [findFile(input.program, kept?.command[0]), ...splitCommandLine(input.words)];
        return { ...kept, kind: 'command', name, command, operations: input.operations };
      }
    }
  };

  return {
    'generators:list': async ({ look }) => {
      const isEmpty = settings.get().generation.generators.length === 0;
      return view(look && !isEmpty ? await readGenerators(await services.client('local')) : null);
    },
    'generators:find': async () => findServers(await services.client('local')),
    'generators:chooseFile': ({ purpose }) => files.choose(TITLES[purpose]),
    'generators:get': async ({ name }) => toForm(findGenerator(settings.get().generation, name)),
    'generators:add': async (input) => {
      const added = toGenerator(input, null);
      return change((now) => withGenerator(now, added));
    },
    'generators:change': async ({ name, to }) => {
      const changed = toGenerator(to, findGenerator(settings.get().generation, name));
      return change((now) => withChangedGenerator(now, name, changed));
    },
    'generators:use': ({ operation, name }) => change((now) => withUse(now, operation, name)),
    'generators:unsupported': ({ by }) => change((now) => ({ ...now, unsupported: by })),
    'generators:remove': async ({ name }) => {
      const before = settings.get().generation;
      const left = await change((now) => withoutGenerator(now, name));
      removed.set(name, before);
      return left;
    },
    'generators:restore': async ({ name }) => {
      const before = removed.get(name);
      if (!before) throw new AppError('not_found', '');
      // The person confirmed it when it was added, and it is the same.
      settings.set({ generation: withRestoredGenerator(settings.get().generation, before, name) });
      removed.delete(name);
      return view(null);
    },
  };
}
