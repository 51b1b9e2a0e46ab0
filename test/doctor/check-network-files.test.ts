import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkNetworkFiles } from '../../src-main/doctor/check-network-files.ts';
import { DOCTOR_TEXTS_ZH } from '../../src-renderer/features/doctor/doctor-texts.zh.ts';
import { describeFinding } from '../../src-shared/doctor/describe-finding.ts';
import { settings } from '../../src-shared/settings/settings.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

test('each network of the settings is checked: its file, and what runs it', async () => {
  const folder = makeTempFolder();
  const file = path.join(folder, 'masks.onnx');
  writeFileSync(file, 'x');
  mkdirSync(path.join(folder, 'depth.onnx'));
  expect(await checkNetworkFiles(settings.parse({}))).toEqual([]);
  const { generation } = settings.parse({
    generation: { masks: { model: file }, depth: { model: path.join(folder, 'depth.onnx') } },
  });
  const findings = await checkNetworkFiles({ generation }, true);
  expect(findings.map(({ state, fix }) => [state, fix])).toEqual([
    ['ok', null],
    ['note', 'generators'],
  ]);
  expect(findings.map((each) => describeFinding(each).fact)).toEqual([
    'The network masks.onnx is used.',
    expect.stringMatching(/^The network .*depth\.onnx is missing\. The built-in engine does without it\.$/),
  ]);
  expect(describeFinding(findings[1]!, DOCTOR_TEXTS_ZH).advice).toContain('重新安装');

  const [idle] = await checkNetworkFiles({ generation }, false);
  expect(idle).toMatchObject({ state: 'note', outcome: 'networkNoRuntime' });
  expect(describeFinding(idle!).advice).toContain('npm ci');
});
