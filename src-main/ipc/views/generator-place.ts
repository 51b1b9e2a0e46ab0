import path from 'node:path';
import { joinCommandLine } from '../../../src-shared/api/generators/command-line.ts';
import type { GeneratorConfig } from '../../../src-shared/api/generators/generator-config.ts';

/** Where a generator is, without paths: its address, or its program and arguments. */
export function toPlaceLabel(generator: GeneratorConfig): string {
  if (generator.kind !== 'command') return generator.url;
  return joinCommandLine(generator.command.map((word) => (path.isAbsolute(word) ? path.basename(word) : word)));
}
