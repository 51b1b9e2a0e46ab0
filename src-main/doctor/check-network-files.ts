import { stat } from 'node:fs/promises';
import path from 'node:path';
import { NETWORK_USES, type NetworkConfig } from '../../src-shared/api/generators/network-config.ts';
import type { Finding } from '../../src-shared/doctor/finding.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import { hasNetworkRuntime } from '../base/has-network-runtime.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import { toFinding } from './to-finding.ts';

/** One finding for each network of the settings. A missing one is only noted: the engine does without it. */
export async function checkNetworkFiles(
  { generation }: Pick<Settings, 'generation'>,
  hasRuntime = hasNetworkRuntime(),
): Promise<Finding[]> {
  const configured = NETWORK_USES.flatMap((use) => generation[use] ?? []);
  return Promise.all(configured.map((config) => checkFile(config, hasRuntime)));
}

async function checkFile({ model }: NetworkConfig, hasRuntime: boolean): Promise<Finding> {
  const found = await stat(model).catch(() => null);
  const fix = 'generators';
  if (!found?.isFile()) return toFinding('network', 'note', 'networkGone', [describeFolder(model)], { fix });
  const name = [path.basename(model)];
  if (!hasRuntime) return toFinding('network', 'note', 'networkNoRuntime', name, { fix });
  return toFinding('network', 'ok', 'networkWell', name);
}
