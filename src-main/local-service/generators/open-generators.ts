import type { GenerationConfig, GeneratorConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { createCommandGenerator } from './command/command-generator.ts';
import type { Generator } from './generator.ts';
import { createHunyuan3dGenerator } from './hunyuan3d/hunyuan3d-generator.ts';

/** Opens the generators of a configuration. Throws a StartupError that names the key of what cannot be used. */
export async function openGenerators({ generators }: Pick<GenerationConfig, 'generators'>): Promise<Generator[]> {
  return Promise.all(generators.map(openGenerator));
}

async function openGenerator(config: GeneratorConfig): Promise<Generator> {
  switch (config.kind) {
    case 'command':
      return createCommandGenerator(config);
    case 'hunyuan3d':
      return createHunyuan3dGenerator(config);
    default:
      throw new Error(`Unknown kind ${config.kind}`);
  }
}
