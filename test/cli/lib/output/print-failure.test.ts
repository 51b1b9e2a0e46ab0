import { expect, test, vi } from 'vitest';
import { printFailure } from '../../../../src-main/cli/lib/output/print-failure.ts';
import { AppError, type ErrorCode } from '../../../../src-shared/base/errors.ts';

test.each<[ErrorCode, string]>([
  ['offline', 'Check your network. Then try again.'],
  ['rate_limited', 'Try again in a minute.'],
  ['service_error', 'Retry later.'],
  ['local_service_down', 'Try again.'],
])('%s promises no retry, whether or not the error is retryable', (code, suggestion) => {
  for (const retryable of [true, false]) {
    const { stdout, stderr } = print(new AppError(code, '', { retryable }));
    expect(JSON.parse(stdout)).toMatchObject({ code, suggestion });
    expect(stderr.endsWith(` ${suggestion}\n`), stderr).toBe(true);
    expect(stdout + stderr).not.toMatch(/will (retry|restart)/);
  }
});

function print(error: AppError): { readonly stdout: string; readonly stderr: string } {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(printFailure(error, { name: 'balance', secretHint: null, json: true })).toBe(1);
    return { stdout: stdout.mock.calls.join(''), stderr: stderr.mock.calls.join('') };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}
