import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openDevtoolsPipe } from '../../../../src-main/cli/lib/app-window/devtools-pipe.ts';
import { showInWindow } from '../../../../src-main/cli/lib/app-window/show-in-window.ts';

const ADDRESS = 'http://127.0.0.1:4000/';

/** The answers of a browser to `Runtime.evaluate`, one after the other; it notes what is evaluated. */
function openBrowser(answers: readonly object[]) {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
  const evaluated: string[] = [];
  const answer = (method: string, { expression }: { expression?: string }): object => {
    if (method === 'Target.getTargets') {
      return { result: { targetInfos: [{ targetId: 'page', type: 'page', url: ADDRESS }] } };
    }
    if (method === 'Target.attachToTarget') return { result: { sessionId: 'session' } };
    if (method !== 'Runtime.evaluate') return { result: {} };
    evaluated.push(expression ?? '');
    return answers[evaluated.length - 1] ?? { result: { result: {} } };
  };
  toBrowser.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString().split('\0').filter(Boolean)) {
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: object };
      fromBrowser.write(`${JSON.stringify({ id, ...answer(method, params) })}\0`);
    }
  });
  return { pipe: openDevtoolsPipe(toBrowser, fromBrowser), evaluated, fromBrowser };
}

const at = (value: string) => ({ result: { result: { value } } });
const NO_CONTEXT = { error: { code: -32000, message: 'Cannot find default execution context' } };

test('a page is given its secret when it is there, though it cannot be asked between two documents', async () => {
  const { pipe, evaluated } = openBrowser([at('about:blank'), NO_CONTEXT, at(ADDRESS)]);
  await showInWindow(pipe, ADDRESS, 'secret', () => undefined);
  expect(evaluated.slice(0, 3)).toEqual(['location.href', 'location.href', 'location.href']);
  expect(evaluated[3]).toMatch(/^sessionStorage\.setItem\(".*", "secret"\); location\.reload\(\)$/);
});

test('a browser that ends in between is not asked for ever', async () => {
  const { pipe, fromBrowser } = openBrowser([NO_CONTEXT]);
  const shown = showInWindow(pipe, ADDRESS, 'secret', () => undefined);
  fromBrowser.once('data', () => setImmediate(() => fromBrowser.destroy()));
  await expect(shown).rejects.toThrow('The browser ended.');
});
