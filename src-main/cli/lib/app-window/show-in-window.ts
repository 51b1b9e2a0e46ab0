import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { SECRET_KEY } from '../../../../src-shared/ipc/page-handshake.ts';
import { BrowserRefusal, type DevtoolsPipe } from './devtools-pipe.ts';

const targets = z.object({
  targetInfos: z.array(z.object({ targetId: z.string(), type: z.string(), url: z.string() })),
});
const attached = z.object({ sessionId: z.string() });
const evaluated = z.object({ result: z.object({ value: z.unknown().optional() }) });
const destroyed = z.object({ targetId: z.string() });

const crashed = z.object({ targetId: z.string(), status: z.string(), errorCode: z.int() });

const POLL_MS = 50;

/**
 * Gives the page at an address the secret of its session, as if it had arrived in its link, and reloads it. The secret is kept
 * for this tab only, and stands in no address, so that no history contains it. `whenClosed` resolves when the page is closed, `onCrash`
 * is called when its process ended; `reload` brings it back.
 */
export async function showInWindow(
  pipe: DevtoolsPipe,
  address: string,
  secret: string,
  onCrash: (reason: string) => void,
): Promise<{ readonly whenClosed: Promise<void>; readonly reload: () => Promise<void> }> {
  const targetId = await findPage(pipe, address);
  const whenClosed = new Promise<void>((resolve) => {
    pipe.onEvent((method, params) => {
      const isGone = method === 'Target.targetDestroyed' && destroyed.safeParse(params).data?.targetId === targetId;
      if (isGone) resolve();
      const crash = method === 'Target.targetCrashed' ? crashed.safeParse(params).data : undefined;
      if (crash?.targetId === targetId) onCrash(`${crash.status}, exit code ${crash.errorCode}`);
    });
  });
  await pipe.send('Target.setDiscoverTargets', { discover: true });
  const { sessionId } = attached.parse(await pipe.send('Target.attachToTarget', { targetId, flatten: true }));
  const evaluate = async (expression: string): Promise<unknown> =>
    evaluated.parse(await pipe.send('Runtime.evaluate', { expression, returnByValue: true }, sessionId)).result.value;
  const findAddress = (): Promise<unknown> =>
    evaluate('location.href').catch((error: unknown) => {
      // Between two documents there is nothing that could answer.
      if (error instanceof BrowserRefusal) return null;
      throw error;
    });
  // A page that failed to load has no storage, and another origin than ours.
  while ((await findAddress()) !== address) await wait(POLL_MS);
  await evaluate(`sessionStorage.setItem(${JSON.stringify(SECRET_KEY)}, ${JSON.stringify(secret)}); location.reload()`);
  await pipe.send('Target.detachFromTarget', { sessionId });
  const reload = async (): Promise<void> => {
    const again = attached.parse(await pipe.send('Target.attachToTarget', { targetId, flatten: true }));
    await pipe.send('Page.reload', {}, again.sessionId);
    await pipe.send('Target.detachFromTarget', again);
  };
  return { whenClosed, reload };
}

async function findPage(pipe: DevtoolsPipe, address: string): Promise<string> {
  for (;;) {
    const { targetInfos } = targets.parse(await pipe.send('Target.getTargets', {}));
    const page = targetInfos.find(({ type, url }) => type === 'page' && url === address);
    if (page) return page.targetId;
    await wait(POLL_MS);
  }
}
