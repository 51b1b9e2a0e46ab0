import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { isHttpsOrOwn } from '../base/network/is-https-or-own.ts';
import type { OfferedNetwork } from './offered-network.ts';

const NPM_REGISTRY = 'https://registry.npmjs.org/';

/**
 * The registry that packages come from: that of npm, or the one in `npm_config_registry`, as npm reads it. Throws
 * `config_invalid` unless it is https; http only on this computer.
 */
export function findRegistry(env: NodeJS.ProcessEnv): URL {
  const given = env['npm_config_registry'] || env['NPM_CONFIG_REGISTRY'] || NPM_REGISTRY;
  const url = URL.parse(given.endsWith('/') ? given : `${given}/`);
  if (url && isHttpsOrOwn(url)) return url;
  const detail = url ? message('updates.https-only') : message('link.not-a-link');
  throw new AppError('config_invalid', detail, { subject: message('subject.registry') });
}

/** The archive of a package: every registry of npm has it at this path. */
export function packageAddress({ package: { name, version } }: OfferedNetwork, registry: URL): URL {
  return new URL(`${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`, registry);
}
