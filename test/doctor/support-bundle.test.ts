import { describe, expect, it } from 'vitest';
import { settings } from '../../src-shared/settings/settings.ts';
import { toFinding } from '../../src-main/doctor/to-finding.ts';
import { formatSupportBundle, type SupportBundleInput } from '../../src-main/doctor/support-bundle.ts';
import { createLog } from '../../src-main/base/log/log.ts';
import { buildJob, buildSource, uploaded } from '../helpers/job-records.ts';

const SECRETS = {
  key: 'sk_CANARYKEY0001',
  token: 'CANARYTOKEN00002-x',
  url: 'https://files.example/model.glb?X-Amz-Signature=CANARYSIGNATURE3',
  prompt: 'a velvet armchair for my grandmother',
  file: 'grandmother_portrait.png',
};

function bundle(patch: Partial<SupportBundleInput> = {}): string {
  const log = createLog(() => undefined);
  log.hide(SECRETS.key);
  log.hide(SECRETS.token);
  log.info('queue', `the order for ${SECRETS.prompt} was sent with ${SECRETS.token}`);
  log.note('service', `GET ${SECRETS.url} with Bearer ${SECRETS.key} answered 403`);
  const error = {
    code: 'task_failed',
    subject: SECRETS.file,
    detail: `The service said: no model of ${SECRETS.file}, “${SECRETS.prompt}”.`,
    retryable: false,
    requestId: 'r-1',
  } as const;
  const jobs = [
    buildJob({ kind: 'prompt', name: SECRETS.prompt.slice(0, 20), prompt: SECRETS.prompt, sources: [] }),
    uploaded(
      buildJob({ name: SECRETS.file, status: 'failed', error, sources: [buildSource(`/pictures/${SECRETS.file}`)] }),
      SECRETS.token,
    ),
  ];
  return formatSupportBundle({
    version: '1.2.3',
    now: Date.UTC(2026, 10, 21),
    host: 'in its window',
    findings: [
      toFinding('local', 'ok', 'localWell'),
      toFinding('export', 'bad', 'folderUnwritable', ['Documents › Export']),
    ],
    settings: settings.parse({
      cloud: { baseUrl: 'https://api.example', deployment: 'international' },
      services: { [SECRETS.prompt]: { baseUrl: 'https://api.example', deployment: 'china' } },
      webhook: { port: 1, secretName: SECRETS.key },
    }),
    jobs,
    lines: log.lines(),
    crash: { kind: 'app', at: 1, text: `Error: ${SECRETS.prompt}, key ${SECRETS.key}` },
    withPrompts: false,
    clean: log.clean,
    ...patch,
  });
}

describe('a support bundle', () => {
  it('tells the versions, the doctor’s report, the settings, the jobs and the log', () => {
    const text = bundle();
    for (const words of [
      'Dropforge 1.2.3',
      'bad Output folder: Documents › Export is not writable. Grant write permission',
      '"baseUrl": "https://api.example"',
      '1 failed',
      'task_failed',
      'request',
      'answered 403',
    ])
      expect(text).toContain(words === 'request' ? 'r-1' : words);
  });

  it('holds no key, token, signed address, prompt or name', () => {
    const text = bundle();
    expect(text).not.toMatch(/CANARY/);
    expect(text).not.toContain('grandmother');
    expect(text).not.toContain('velvet');
  });

  it('holds prompts and names once they are asked for, and still nothing that opens a door', () => {
    const text = bundle({ withPrompts: true });
    expect(text).toContain(SECRETS.prompt);
    expect(text).toContain(SECRETS.file);
    expect(text).not.toMatch(/CANARY/);
  });

  it('names no folder, file or command of the settings', () => {
    const text = bundle({
      settings: settings.parse({
        exportFolder: '/mnt/renders',
        allowedFolders: ['/mnt/grandmother'],
        generation: {
          generators: [
            { kind: 'command', name: 'mine', command: ['generate.py', '--token', 'velvet'], folder: '/mnt/velvet' },
            { kind: 'service', name: 'other', url: 'http://127.0.0.1:9', keyFile: '/mnt/velvet.txt' },
            { kind: 'comfyui', name: 'comfy', url: 'http://127.0.0.1:9', workflow: '/mnt/velvet.json' },
          ],
          masks: { model: '/mnt/velvet.onnx', size: 512 },
        },
      }),
    });
    expect(text).toContain('"exportFolder": "mnt › renders"');
    expect(text).toContain('"allowedFolders": 1');
    for (const name of ['"mine"', '"other"', '"comfy"', '"url"', '"size": 512']) expect(text).toContain(name);
    expect(text).not.toMatch(/grandmother|velvet/);
  });

  it('holds no name of a new job that was moved before thousands of old ones', () => {
    const subject = SECRETS.file;
    const error = { code: 'not_a_picture', subject, detail: '', retryable: false, requestId: null } as const;
    const moved = buildJob({ name: subject, status: 'failed', error, createdAt: 5 });
    const old = Array.from({ length: 2_000 }, (_, index) => buildJob({ name: `${index}.png`, createdAt: 1 }));
    const text = bundle({ jobs: [moved, ...old], lines: [], crash: null });
    expect(text).toContain('not_a_picture: [name] is not an image.');
    expect(text).not.toContain('grandmother');
  });

  it('says so where the jobs cannot be read', () => {
    expect(bundle({ jobs: null })).toContain('Not available');
  });
});
