import type { GenerationConfig, GeneratorConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { GENERATOR_OPERATIONS } from '../../../src-shared/api/generators/generator-operations.ts';
import { toBareHost } from '../../base/network/host-name.ts';
import { isPublicAddress } from '../../base/network/public-address.ts';
import { StartupError } from '../../base/startup-error.ts';
import { findGenerator } from './choose-generator.ts';
import { createComfyuiGenerator } from './comfyui/comfyui-generator.ts';
import { createCommandGenerator } from './command/command-generator.ts';
import type { Generator } from './generator.ts';
import { createUnusableGenerator } from './unusable-generator.ts';
import { createServiceGenerator } from './service/service-generator.ts';
import { createHunyuan3dGenerator } from './hunyuan3d/hunyuan3d-generator.ts';

/**
 * Opens the generators of a configuration. Throws a StartupError that names the key of what cannot be used. Afterwards, no
 * variable with a key is in the environment, which other processes inherit.
 */
export async function openGenerators({
  generators,
  use,
  strict,
}: Pick<GenerationConfig, 'generators' | 'use' | 'strict'>): Promise<Generator[]> {
  const opened = await Promise.all(
    generators.map(async (generator, index) => {
      try {
        assertNearby(generator, index);
        return await openGenerator(generator);
      } catch (error) {
        if (strict || !(error instanceof StartupError)) throw error;
        return createUnusableGenerator(generator, error.message);
      }
    }),
  ).finally(() => {
    // Several generators may have the same one.
    for (const generator of generators) {
      if (generator.kind === 'service' && generator.keyVariable) delete process.env[generator.keyVariable];
    }
  });
  // Requests for an operation that a generator does not support fail with the reason.
  if (!strict) return opened;
  for (const operation of GENERATOR_OPERATIONS) {
    const generator = findGenerator(use, opened, operation);
    if (!generator || generator.capabilities.operations.includes(operation)) continue;
    const supported = generator.capabilities.operations.join(', ') || 'nothing';
    throw new StartupError(
      `generation.use.${operation}: the generator "${generator.name}" supports ${supported}. Give the inputs of its workflow their titles, or choose another generator.`,
    );
  }
  return opened;
}

/** These servers have no authentication: nothing is sent to them through the Internet. Names are checked when they are resolved. */
function assertNearby(generator: GeneratorConfig, index: number): void {
  if (generator.kind !== 'hunyuan3d' && generator.kind !== 'comfyui') return;
  const host = toBareHost(new URL(generator.url).hostname);
  if (!isPublicAddress(host)) return;
  throw new StartupError(
    `generation.generators.${index}.url: must be an address of this computer or of the local network, because this server has no authentication.`,
  );
}

async function openGenerator(config: GeneratorConfig): Promise<Generator> {
  switch (config.kind) {
    case 'command':
      return createCommandGenerator(config);
    case 'comfyui':
      return createComfyuiGenerator(config);
    case 'hunyuan3d':
      return createHunyuan3dGenerator(config);
    case 'service':
      return createServiceGenerator(config);
  }
}
