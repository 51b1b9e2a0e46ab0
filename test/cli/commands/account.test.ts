import { makeCertificate } from '../../helpers/service/tls-service.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchUsageHistory, formatUsageCsv } from '../../../src-main/cli/actions/usage.ts';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { startRawService, httpAnswer } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { hasKeyring, withKeyring } from './keyring.ts';
import { runCli } from './run-cli.ts';

const KEY = 'sk_never_to_be_seen_again';
const OFFLINE_SUGGESTION = 'Check your network. Then try again.';

describe('services by name', () => {
  test('are added, used, listed and removed; the region and the address are checked', async () => {
    const home = ['--home', makeTempFolder()];
    const eu = ['services', 'add', 'eu', '--url', 'https://a.example/v3/', '--resend', 'auto', '--json'];
    expect(await runCli([...eu, ...home])).toMatchObject({
      code: 0,
      last: { name: 'eu', baseUrl: 'https://a.example', deployment: 'international', resend: 'auto' },
    });
    expect((await runCli(['services', 'use', 'eu', ...home])).code).toBe(0);
    const { last } = await runCli(['services', 'list', '--json', ...home]);
    expect(last?.['services']).toMatchObject([
      { name: 'local', inUse: false },
      { name: 'eu', inUse: true },
    ]);
    expect(JSON.parse(readFileSync(path.join(home[1] as string, 'config.json'), 'utf8'))).toMatchObject({
      service: 'cloud',
      cloud: { baseUrl: 'https://a.example', resend: 'auto' },
    });
    const wrongFile = ['services', 'change', 'eu', '--ca-file', import.meta.filename, ...home];
    expect(await runCli(wrongFile)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It contains no certificate in PEM format.') as unknown,
    });
    const { cert, certFile } = makeCertificate();
    expect((await runCli(['services', 'change', 'eu', '--ca-file', certFile, '--json', ...home])).last).toEqual({
      name: 'eu',
      authorities: cert,
    });
    expect((await runCli(['services', 'change', 'eu', ...home])).code).toBe(2);
    expect((await runCli(['services', 'change', 'eu', '--resend', 'strict', '--json', ...home])).last).toMatchObject({
      name: 'eu',
      resend: 'strict',
    });
    const wrong = [
      ['change', 'eu', '--resend', 'always'],
      ['add', 'eu', '--url', 'https://b.example'],
      ['add', 'x', '--url', 'http://b.example'],
      ['add', 'x', '--url', 'https://b.example', '--region', 'mars'],
      ['add', 'x', '--url', 'https://b.example', '--resend', 'always'],
      ['use', 'constructor'],
      ['use', '__proto__'],
    ];
    const codes = await Promise.all(wrong.map(async (args) => (await runCli(['services', ...args, ...home])).code));
    expect(codes).toEqual([2, 2, 2, 2, 2, 2, 2]);
    expect((await runCli(['services', 'remove', 'eu', ...home])).stdout).toContain('Now using this computer.');
    expect((await runCli(['services', 'use', 'eu', ...home])).code).toBe(2);
  });
});

describe('rehearsal mode', () => {
  test('is turned on and off by name, and gives the local service limits and credits', async () => {
    const home = ['--home', makeTempFolder()];
    expect((await runCli(['services', 'rehearsal', ...home])).code).toBe(2);
    expect(await runCli(['services', 'rehearsal', 'on', '--json', ...home])).toMatchObject({
      code: 0,
      last: { rehearsal: true },
    });
    expect((await runCli(['services', 'list', ...home])).stdout).toContain('this computer, rehearsal mode');
    expect((await runCli(['balance', ...home])).stdout).toBe('Balance 1,000.00 test credits, 0.00 held.\n');
    expect((await runCli(['services', 'rehearsal', 'off', ...home])).stdout).toContain('for free');
    expect((await runCli(['services', 'list', '--json', ...home])).last).toMatchObject({
      services: [{ name: 'local', rehearsal: false }],
    });
  });
});

describe('the key', () => {
  test('is not kept without a keychain, with a sentence and a hint', async () => {
    const home = ['--home', makeTempFolder()];
    await runCli(['services', 'add', 'x', '--url', 'http://127.0.0.1:9', ...home]);
    const said = await runCli(['key', 'set', '--service', 'x', '--json', ...home], KEY);
    expect(said).toMatchObject({ code: 1, last: { code: 'no_keychain', status: 'error' } });
    expect(said.stderr).toMatch(/no keychain that works.*dropforge doctor/);
    expect(said.stdout + said.stderr).not.toContain(KEY);
  });

  test('is refused as an argument and never repeated', async () => {
    const said = await runCli(['key', 'set', KEY, '--home', makeTempFolder()]);
    expect(said.code).toBe(2);
    expect(said.stderr).toContain('never an argument');
    expect(said.stdout + said.stderr).not.toContain(KEY);
  });

  test('that is refused is explained by its region, with the service’s own envelope for scripts', async () => {
    const refusal = { code: 2, status: 'error', message: 'Authentication failed', suggestion: 'S.', request_id: 'r-1' };
    const service = await startRawService((socket) => void socket.write(httpAnswer(401, JSON.stringify(refusal))));
    const home = ['--home', makeTempFolder()];
    await runCli(['services', 'add', 'x', '--url', service.origin, ...home]);
    const said = await runCli(['key', 'test', '--service', 'x', '--json', ...home], `${KEY}\n`);
    expect(said).toMatchObject({ code: 1, last: refusal });
    expect(said.stderr).toContain('A key works in one region');
    expect(said.stderr).toContain('r-1');
    expect(service.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  test('that cannot be tested because the service is unreachable promises no retry', async () => {
    const home = ['--home', makeTempFolder()];
    await runCli(['services', 'add', 'x', '--url', 'http://127.0.0.1:9', ...home]);
    const said = await runCli(['key', 'test', '--service', 'x', '--json', ...home], KEY);
    expect(said).toMatchObject({ code: 1, last: { code: 'offline', suggestion: OFFLINE_SUGGESTION } });
    expect(said.stderr).toContain(OFFLINE_SUGGESTION);
    expect(said.stderr).not.toContain('will retry');
  });

  test.runIf(hasKeyring())(
    'is no use to a balance while the service is unreachable; no retry is promised',
    async () => {
      const home = makeTempFolder();
      const run = (args: string[], input = '') => runCli([...args, '--home', home], input, withKeyring(home));
      await run(['services', 'add', 'x', '--url', 'http://127.0.0.1:9']);
      await run(['services', 'use', 'x']);
      expect((await run(['key', 'set'], KEY)).code).toBe(0);
      const said = await run(['balance', '--json']);
      expect(said).toMatchObject({ code: 1, last: { code: 'offline', suggestion: OFFLINE_SUGGESTION } });
      expect(said.stderr).toContain(OFFLINE_SUGGESTION);
      expect(said.stderr).not.toContain('will retry');
    },
  );

  test.runIf(hasKeyring())(
    'lies in the keychain, is tested from there with a balance as a string, and removed',
    async () => {
      const home = makeTempFolder();
      const data = { balance: '90071992547.41', frozen: '0.10' };
      const service = await startRawService(
        (socket) => void socket.write(httpAnswer(200, JSON.stringify({ code: 0, status: 'success', data }))),
      );
      await runCli(['services', 'add', 'x', '--url', service.origin, '--home', home]);
      await runCli(['services', 'use', 'x', '--home', home]);
      const run = (args: string[], input = '') => runCli([...args, '--home', home], input, withKeyring(home));
      expect(await run(['key', 'set', '--json'], KEY)).toMatchObject({
        code: 0,
        last: { stored: true, store: 'Secret Service' },
      });
      expect(await run(['key', 'test', '--json'])).toMatchObject({
        code: 0,
        last: { works: true, balance: '90071992547.41' },
      });
      expect((await run(['balance'])).stdout).toBe('Balance 90,071,992,547.41, 0.10 held.\n');
      expect(await run(['balance', '--json'])).toMatchObject({ code: 0, last: data });
      expect((await run(['key', 'remove'])).code).toBe(0);
      expect(await run(['balance', '--json'])).toMatchObject({ code: 1, last: { code: 'no_api_key' } });
    },
  );
});

describe('usage', () => {
  test('quotes what CSV must quote and keeps every hundredth', () => {
    const rows = [
      { task_id: 'a', type: 'say "hi", x', status: 'line\nbreak', created_at: '', credits_consumed: toCredits(10) },
      { task_id: 'b', type: 't', status: 's', created_at: 'c', credits_consumed: null },
    ];
    expect(formatUsageCsv(rows)).toBe(
      'task_id,type,status,created_at,credits_consumed\r\na,"say ""hi"", x","line\nbreak",,0.10\r\nb,t,s,c,\r\n',
    );
  });

  test('reads all pages, each task once, though rows are added meanwhile', async () => {
    const history = Array.from({ length: 450 }, (_, index) => ({ task_id: `t${index}`, credits_consumed: 0.1 }));
    let added = 0;
    const query = async (_method: string, url: string): Promise<unknown> => {
      const { searchParams } = new URL(url, 'http://x');
      const page = history.slice(Number(searchParams.get('offset')), Number(searchParams.get('offset')) + 200);
      history.unshift({ task_id: `new${added++}`, credits_consumed: 0.2 });
      return page;
    };
    const rows = (await fetchUsageHistory({ query })) as { task_id: string }[];
    expect(new Set(rows.map(({ task_id: id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ task_id: id }) => /^t\d/.test(id)).length).toBe(450);
  });
});
