import path from 'node:path';
import { joinCommandLine } from '../../../src-shared/api/generators/command-line.ts';
import type { GeneratorConfig } from '../../../src-shared/api/generators/generator-config.ts';
import type { GeneratorForm } from '../../../src-shared/ipc/calls/generator-calls.ts';

/** Where a generator is, without paths: its address, or its program and arguments. */
export function toPlaceLabel(generator: GeneratorConfig): string {
  if (generator.kind !== 'command') return generator.url;
  return joinCommandLine(generator.command.map((word) => (path.isAbsolute(word) ? path.basename(word) : word)));
}

/**
 * What can be edited of a generator. The page gets the names of its files, and the arguments of its program as they were
 * entered, which may contain paths.
 */
export function toForm(generator: GeneratorConfig): GeneratorForm {
  const { name } = generator;
  switch (generator.kind) {
    case 'hunyuan3d': {
      const { url, views = null, texture } = generator;
      return { kind: 'hunyuan3d', name, url, views, texture };
    }
    case 'comfyui':
      return { kind: 'comfyui', name, url: generator.url, file: path.basename(generator.workflow) };
    case 'service': {
      const { url, keyFile, keyVariable, creditsPerDay } = generator;
      const file = keyFile === undefined ? (keyVariable ?? '') : path.basename(keyFile);
      return { kind: 'service', name, url, file, creditsPerDay };
    }
    case 'command': {
      const [program = '', ...words] = generator.command;
      const { operations } = generator;
      return { kind: 'command', name, file: path.basename(program), words: joinCommandLine(words), operations };
    }
  }
}
