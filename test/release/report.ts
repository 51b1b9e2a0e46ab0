/** What came of one check. */
export interface CheckResult {
  readonly name: string;
  /** `missing`: a tool is not installed, so nothing was checked. */
  readonly status: 'ok' | 'failed' | 'missing';
  /** What was found, in one line or several. */
  readonly detail: string;
}

/** A check that passed. */
export const ok = (name: string, detail: string): CheckResult => ({ name, status: 'ok', detail });

/** A check that found something wrong. */
export const failed = (name: string, detail: string): CheckResult => ({ name, status: 'failed', detail });

/** Passes if nothing is wrong; `detail` says what was checked. */
export function verdict(name: string, problems: readonly string[], detail: string): CheckResult {
  return problems.length === 0 ? ok(name, detail) : failed(name, problems.join('\n'));
}

/** Runs a check; an error that it throws is its failure. */
export async function attempt(name: string, run: () => CheckResult | Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await run();
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: unknown; stderr?: unknown; message?: unknown };
    const output = [stdout, stderr].map((text) => String(text ?? '').trim()).filter((text) => text !== '');
    return failed(name, [String(message), ...output].join('\n').slice(-3_000));
  }
}

const SIGNS = { ok: 'ok     ', failed: 'FAILED ', missing: 'MISSING' } as const;

/** One result for the terminal. */
export function formatResult({ name, status, detail }: CheckResult): string {
  const [first = '', ...others] = detail.split('\n');
  return [`${SIGNS[status]}  ${name}: ${first}`, ...others.map((line) => `           ${line}`)].join('\n');
}

/** Bytes as people read them, in units of 1000. */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
