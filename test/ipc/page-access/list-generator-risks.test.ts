import { expect, test } from 'vitest';
import { listRiskyChanges } from '../../../src-main/ipc/page-access/list-risky-changes.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { settings, type Settings } from '../../../src-shared/settings/settings.ts';

const PROGRAM = { name: 'mine', kind: 'command', command: ['/usr/bin/python3', '/home/me/make it.py'] };
const LOCAL = { name: 'hunyuan', kind: 'hunyuan3d', url: 'http://127.0.0.1:8081' };
const WORKFLOW = { name: 'comfy', kind: 'comfyui', url: 'http://localhost:8188', workflow: '/home/me/3d.json' };
const STUDIO = { name: 'studio', kind: 'service', url: 'https://studio.example', keyFile: '/home/me/key' };

const withGenerators = (...generators: object[]): Settings => settings.parse({ generation: { generators } });
const before = withGenerators(PROGRAM, LOCAL, WORKFLOW, STUDIO);
const risksOf = (...generators: object[]): string[] =>
  listRiskyChanges(before, withGenerators(...generators)).map(toEnglish);

test('a program to start is risky, and so are other arguments and another folder', () => {
  expect(listRiskyChanges(withGenerators(), withGenerators(PROGRAM)).map(toEnglish)).toEqual([
    'Run this program on this computer for each model, with your rights: /usr/bin/python3 "/home/me/make it.py".',
  ]);
  expect(risksOf({ ...PROGRAM, command: ['/usr/bin/python3', '-c', 'evil'] })).toHaveLength(1);
  expect(risksOf({ ...PROGRAM, command: ['/usr/bin/python3'] })).toHaveLength(1);
  // The shown command must tell one word from two.
  expect(risksOf({ ...PROGRAM, command: ['/usr/bin/python3', '/home/me/make', 'it.py'] })).toHaveLength(1);
  expect(risksOf({ ...PROGRAM, folder: '/tmp/evil' })).toEqual([
    'Run this program on this computer for each model, with your rights: /usr/bin/python3 "/home/me/make it.py", in the folder /tmp/evil.',
  ]);
});

test('an address on another computer is risky', () => {
  expect(risksOf({ ...LOCAL, url: 'http://192.168.1.5:8081' })).toEqual([
    'Send images and prompts to the generator at http://192.168.1.5:8081.',
  ]);
  for (const url of ['https://evil.example', 'http://127.0.0.1.evil.example', 'http://0.0.0.0:8081', 'http://[::2]']) {
    expect(risksOf({ ...LOCAL, url })).toHaveLength(1);
  }
  for (const url of ['http://localhost:1', 'http://127.0.0.1:65535/api', 'http://[::1]:8081']) {
    expect(risksOf({ ...LOCAL, url })).toEqual([]);
  }
});

test('files and keys that are sent are risky, also to an address that is known', () => {
  expect(risksOf({ ...WORKFLOW, workflow: '/home/me/diary.json' })).toHaveLength(1);
  expect(risksOf({ ...WORKFLOW, url: 'http://localhost:9' })).toHaveLength(1);
  expect(risksOf({ ...STUDIO, keyFile: '/home/me/.ssh/id_ed25519' })).toEqual([
    'Send images, prompts and the API key in the file /home/me/.ssh/id_ed25519 to https://studio.example.',
  ]);
  expect(risksOf({ ...STUDIO, url: 'http://127.0.0.1:9' })).toHaveLength(1);
  expect(risksOf({ name: 'new', kind: 'service', url: 'http://127.0.0.1:9', keyVariable: 'AWS_SECRET' })).toHaveLength(
    1,
  );
});

test('credits that a generator may spend are risky, and fewer are not', () => {
  const spending = (creditsPerDay: number) => withGenerators({ ...STUDIO, creditsPerDay });
  const risks = (from: number, to: number) => listRiskyChanges(spending(from), spending(to)).map(toEnglish);
  const words = (credits: string) =>
    `Spend up to ${credits} per day at https://studio.example, without a question for each job.`;
  expect([risks(0, 1), risks(1, 20), risks(20, 1)]).toEqual([[words('1 credit')], [words('20 credits')], []]);
  expect(
    listRiskyChanges(spending(20), withGenerators({ ...STUDIO, url: 'https://b.example', creditsPerDay: 20 })),
  ).toHaveLength(2);
});

test('known powers under other names, other limits, removal and use are not', () => {
  expect(risksOf()).toEqual([]);
  expect(risksOf({ ...PROGRAM, name: 'yours', timeLimitSeconds: 60, concurrency: 4 }, STUDIO, WORKFLOW)).toEqual([]);
  const used = settings.parse({
    generation: { generators: [PROGRAM], use: { image_to_model: 'mine' }, unsupported: 'refuse' },
  });
  expect(listRiskyChanges(before, used)).toEqual([]);
});
