import { AppError } from '../../src-shared/base/errors.ts';
import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { Resolution } from '../../src-main/queue/commands/resolve-charge.ts';
import type { Queue } from '../../src-main/queue/queue.ts';
import { createFile } from './disk-tree.ts';
import { RunDied } from './kernel.ts';
import { FOLDERS, type Limits } from './limits.ts';
import { wallClock, type Machine } from './machine.ts';
import { makePicture } from './model-bytes.ts';
import type { Oracle } from './oracle.ts';
import type { Prng } from './prng.ts';
import type { SimApp } from './sim-app.ts';
import { short } from './sim-service.ts';

/** Formats whose files come as they are; packages are unpacked by a library that knows only real disks. */
const FORMATS: readonly MeshFormat[] = ['glb', 'fbx', 'usdz', 'stl', '3mf'];

/** Folder of the sources. */
export const PICTURES = '/home/artist/pictures';

/** A person at the screen: adds images, and does things to jobs at any moment. */
export interface User {
  /** Puts a number of jobs into the queue, some at once, some later. */
  planJobs(count: number, withinMs: number): void;
  /** Does things at random until some moment. */
  planActions(count: number, withinMs: number): void;
  /** Decides once about everything that stands still. */
  tidyUp(round: number): void;
  /** Jobs that are still to come, and pauses that are still to end. */
  waiting(): number;
}

interface UserOptions {
  readonly machine: Machine;
  readonly app: SimApp;
  readonly oracle: Oracle;
  readonly limits: Limits;
  readonly isLocal: boolean;
}

/** A person who has done nothing yet. */
export function createUser({ machine, app, oracle, limits, isLocal }: UserOptions): User {
  const { kernel, tree } = machine;
  const prng = kernel.prng.fork('user');
  let pictures = 0;
  /** Jobs that were removed or cancelled while paused: they are paused again once they come back. */
  const gonePaused = new Set<string>();
  let waiting = 0;

  /** Whatever the program refuses, and its death, are part of life. */
  const attempt = (words: string, act: (queue: Queue) => void): boolean => {
    const queue = app.queue();
    if (!queue) return false;
    kernel.trace(`user: ${words}`);
    try {
      act(queue);
      return true;
    } catch (error) {
      const isOrdinary = error instanceof AppError || error instanceof RunDied || isFull(error);
      if (!isOrdinary) kernel.violate('no uncaught exception', (error as Error).stack ?? String(error));
      kernel.trace(`user: refused: ${error instanceof RunDied ? 'died' : (error as Error).message}`);
      return false;
    }
  };

  const addJob = (own: Prng): void => {
    const isModel = own.chance(0.1);
    const name = `p${++pictures}.${isModel ? 'glb' : 'png'}`;
    const path = `${PICTURES}/${name}`;
    const data = makePicture(own.chance(0.2) ? 'twin' : path);
    const file = createFile(data);
    tree.keep(path, { ...file, durable: data });
    const formats = FORMATS.filter(() => own.chance(0.35));
    const order = {
      formats: formats.length > 0 ? formats : (['glb'] as const),
      serviceKind: isLocal ? ('local' as const) : ('cloud' as const),
      free: isLocal,
      outFolder: null,
      ...(own.chance(0.1) ? { variants: 2 } : {}),
      ...(own.chance(0.4) ? { origin: own.pick(FOLDERS) } : {}),
      ...(own.chance(0.15) ? { held: 'price' as const } : {}),
    };
    const add = (): void => {
      const kind = isModel ? 'model' : 'picture';
      const isAdded = attempt(`adds ${name} as ${order.formats.join(', ')}`, (queue) => {
        queue.add([{ path, kind, bytes: data.byteLength }], order);
      });
      if (isAdded) waiting--;
      else kernel.after(10_000, null, add);
    };
    waiting++;
    add();
  };

  const act = (own: Prng): void => {
    const queue = app.queue();
    const records = queue?.records() ?? [];
    if (!queue || records.length === 0) return;
    const record = own.pick(records);
    const name = `job ${short(record.id)}`;
    const what = own.pick([
      'cancel',
      'retry',
      'resolve',
      'remove',
      'restore',
      'empty',
      'uncancel',
      'export',
      'restart',
      'restart',
      'find',
      'pause',
      'repeat',
      'move',
      'spend',
      'confirm',
    ] as const);
    switch (what) {
      case 'cancel':
        return void attempt(`cancels ${name}`, () => queue.cancel([record.id]));
      case 'retry':
        if (record.free && record.error?.code === 'task_missing') oracle.allow(record);
        return void attempt(`retries ${name}`, () => queue.retry([record.id]));
      case 'resolve': {
        if (record.status !== 'unknown') return;
        const by = own.pick(['look', 'send_again', 'give_up'] as const);
        if (by !== 'look') oracle.allow(record);
        return resolve(record, by);
      }
      case 'remove':
        return void attempt(`removes ${name}`, () => void queue.trash.put([record.id]));
      case 'restore': {
        const [{ id } = record] = queue.trash.list();
        return void attempt(`restores job ${short(id)}`, () => void queue.trash.restore([id]));
      }
      case 'empty': {
        const ids = queue.trash.list().map(({ id }) => id);
        return void attempt(`empties the trash`, () => void queue.trash.empty(ids).catch(() => undefined));
      }
      case 'uncancel':
        return void attempt(`undoes the cancelling of ${name}`, () => void queue.uncancel([record.id]));
      case 'export': {
        const format = own.pick(FORMATS);
        return void attempt(`exports ${name} as ${format}`, () => queue.exportAs(record.id, format));
      }
      case 'restart':
        return app.restart();
      case 'pause': {
        const ids = own.chance(0.7) ? [record.id] : undefined;
        attempt(`pauses ${ids ? name : 'everything'}`, (asked) => asked.pause(ids));
        waiting++;
        const goOn = (): void => {
          const isDone = attempt(`lets ${ids ? name : 'everything'} go on`, (asked) => {
            // A job that was removed or cancelled meanwhile has nothing to go on with.
            const now = asked.records().find(({ id }) => id === record.id);
            if (!ids) asked.resume();
            // What is being cancelled cannot go on, and is paused if that is undone.
            else if (now && now.status !== 'cancelled' && !now.stopRequested) asked.resume(ids);
            else gonePaused.add(record.id);
          });
          if (isDone) waiting--;
          else kernel.after(10_000, null, goOn);
        };
        return void kernel.after(own.between(1_000, 180_000), null, goOn);
      }
      case 'repeat':
        return void attempt(`repeats ${name}`, () => queue.repeat(record.id, own.pick(['same', 'new'] as const)));
      case 'move':
        attempt(`moves ${name}`, () => queue.move([record.id], { before: own.pick(records).id }));
        return void attempt(`prefers ${name}`, () => queue.prioritise([record.id], own.pick(['high', 'low'] as const)));
      case 'confirm':
        return sayYes(record);
      case 'spend':
        return spend(record, own);
      case 'find':
        return void attempt('looks for tasks no job has', (asked) => void takeFound(asked, own));
    }
  };

  const resolve = (record: JobRecord, by: Resolution): void => {
    attempt(`resolves job ${short(record.id)}: ${by}`, (queue) => queue.resolve(record.id, by));
    if (by === 'send_again') sayYes(record);
  };

  const sayYes = (record: JobRecord): void => {
    oracle.agree(record);
    attempt(`says yes to job ${short(record.id)}`, (queue) => queue.confirm([record.id]));
  };

  /** The person has more money for it: for one job, or for all. */
  const spend = ({ id }: JobRecord, own: Prng): void => {
    const by = own.pick(['waive', 'raise', 'go on'] as const);
    if (by === 'waive') return void attempt(`waives the limits for job ${short(id)}`, (queue) => queue.resume([id]));
    if (by === 'go on') return void attempt('lets everything go on', (queue) => queue.resume());
    limits.raise();
    attempt('raises the limits', (queue) => queue.capsChanged());
  };

  /** Takes some of what the history shows and no job has, and wants nothing of the rest. */
  const takeFound = async ({ reconciler }: Queue, own: Prng): Promise<void> => {
    const found = await reconciler.sweep().catch(() => []);
    const ids = found.slice(0, 3).map(({ task }) => task.task_id);
    const wanted = ids.filter(() => own.chance(0.5));
    attempt(`takes ${wanted.map(short).join(', ') || 'nothing'}`, () => {
      reconciler.adopt(wanted);
      reconciler.dismiss(ids.filter((id) => !wanted.includes(id)));
    });
  };

  /** Until the program has surely seen that it is another day. */
  const waitForDay = (): void => {
    const now = new Date(wallClock(machine));
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
    kernel.trace('user: waits for another day');
    waiting++;
    kernel.after(midnight - now.getTime() + 20 * 60_000, null, () => void waiting--);
  };

  return {
    waiting: () => waiting,
    planJobs: (count, withinMs) => {
      for (let index = 0; index < count; index++) {
        const own = prng.fork(`job ${index}`);
        const at = own.chance(0.5) ? 0 : own.between(0, withinMs / 2);
        kernel.after(5_000 + at, null, () => addJob(own));
      }
    },
    planActions: (count, withinMs) => {
      for (let index = 0; index < count; index++) {
        const own = prng.fork(`action ${index}`);
        kernel.after(own.between(0, withinMs), null, () => act(own));
      }
    },
    tidyUp: (round) => {
      // The credits were gone for a while; by now there are plenty.
      if (app.queue()?.isPaused()) attempt('lets everything go on', (queue) => queue.resume());
      for (const record of app.queue()?.records() ?? []) {
        const name = `job ${short(record.id)}`;
        const own = prng.fork(`tidy ${round} ${record.id}`);
        if (record.status === 'held') sayYes(record);
        else if (record.status === 'failed') {
          if (record.free && record.error?.code === 'task_missing') oracle.allow(record);
          attempt(`retries ${name}`, (queue) => queue.retry([record.id]));
        } else if (record.status === 'paused' && record.overCap) {
          // A waiver lasts for one step, so in the end the limits are raised.
          const by = round < 3 ? own.pick(['waive', 'waive', 'raise', 'wait'] as const) : 'raise';
          if (by === 'raise') limits.raise();
          if (by === 'raise') attempt('raises the limits', (queue) => queue.capsChanged());
          else if (by === 'waive') attempt(`waives the limits for ${name}`, (queue) => queue.resume([record.id]));
          else waitForDay();
        } else if (record.status === 'paused' && gonePaused.delete(record.id)) {
          attempt(`lets ${name} go on`, (queue) => queue.resume([record.id]));
        } else if (record.status === 'unknown') {
          // The first look is free and must find what is there; only then a person gives up hope.
          const ways = round < 4 ? (['look', 'send_again', 'give_up'] as const) : (['send_again', 'give_up'] as const);
          const by = round < 1 ? 'look' : own.pick(ways);
          if (by !== 'look') oracle.allow(record);
          resolve(record, by);
        }
      }
    },
  };
}

function isFull(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === 13;
}
