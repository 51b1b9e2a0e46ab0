import { joinCommandLine } from '../../../src-shared/api/generators/command-line.ts';
import type { GenerationConfig, GeneratorConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { toCanonicalJson } from '../../../src-shared/base/canonical-json.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';
import { isLoopbackHost } from '../../base/network/host-name.ts';

/**
 * What generators may do after a change and could not do before: start programs, send files and keys, send images to
 * other computers, and spend credits there. Removing and renaming generators, and using known ones, is not listed.
 */
export function listGeneratorRisks(before: GenerationConfig, after: GenerationConfig): Message[] {
  const known = new Set(before.generators.flatMap(listPowers).map(toCanonicalJson));
  const powers = after.generators.flatMap(listPowers).filter((power) => !known.has(toCanonicalJson(power)));
  return [...powers, ...listSpending(before, after)];
}

/** Credits that generators may spend per day at another service, where these are more than before. */
function listSpending(before: GenerationConfig, after: GenerationConfig): Message[] {
  return after.generators.flatMap((generator) => {
    if (generator.kind !== 'service') return [];
    const { url: address, creditsPerDay: credits } = generator;
    const allowed = before.generators.map((each) =>
      each.kind === 'service' && each.url === address ? each.creditsPerDay : 0,
    );
    return credits > Math.max(0, ...allowed) ? [message('confirmation.generator-credits', { address, credits })] : [];
  });
}

function listPowers(generator: GeneratorConfig): Message[] {
  switch (generator.kind) {
    case 'command': {
      const command = joinCommandLine(generator.command);
      const { folder } = generator;
      if (folder === undefined) return [message('confirmation.generator-command', { command })];
      return [message('confirmation.generator-command-in', { command, folder })];
    }
    case 'hunyuan3d':
      return listAddresses(generator.url);
    case 'comfyui': {
      const { url: address, workflow: file } = generator;
      return [...listAddresses(address), message('confirmation.generator-workflow', { file, address })];
    }
    case 'service': {
      const { url: address, keyFile: file, keyVariable: name } = generator;
      if (file !== undefined) return [message('confirmation.generator-key-file', { address, file })];
      if (name !== undefined) return [message('confirmation.generator-key-variable', { address, name })];
      return listAddresses(address);
    }
  }
}

/** Servers on this computer get images without confirmation. */
function listAddresses(address: string): Message[] {
  const { hostname } = new URL(address);
  return isLoopbackHost(hostname) ? [] : [message('confirmation.generator-address', { address })];
}
