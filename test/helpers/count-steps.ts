import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

/** Code whose blocks are counted. */
const SOURCES = pathToFileURL(path.resolve(import.meta.dirname, '../../src-')).href;

/** Counts what code does, so that a test need not time it. */
interface StepCounter {
  /** Returns the steps of a call: blocks that ran, and units that built-in functions searched or copied. */
  count(call: () => unknown): Promise<number>;
}

/**
 * Starts to count in this thread. Only modules that are imported afterwards are counted by blocks, and code runs slower from
 * then on: use it in a thread of its own.
 */
export function startCountingSteps(): StepCounter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  let units = 0;
  countBuiltIns((more) => (units += more));
  const takeBlocks = (): number => {
    let blocks = 0;
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      for (const { url, functions } of taken.result) {
        if (!url.startsWith(SOURCES)) continue;
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
      }
    });
    return blocks;
  };
  return {
    count: async (call) => {
      takeBlocks();
      units = 0;
      await call();
      return takeBlocks() + units;
    },
  };
}

/**
 * Reports the units that built-in functions look at: of a search that finds nothing, all that are left; of a sticky
 * expression that does not match, those of the line, the most that a token of one line may look at.
 */
function countBuiltIns(add: (units: number) => void): void {
  const { indexOf } = String.prototype;
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
  for (const owner of [String.prototype, typedArray, Buffer.prototype] as {
    indexOf: typeof String.prototype.indexOf;
  }[]) {
    const find = owner.indexOf;
    owner.indexOf = function (this: string, what: string, from = 0) {
      const at = find.call(this, what, from);
      add((at < 0 ? this.length : at) - from);
      return at;
    };
  }
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text: string) {
    const from = this.lastIndex;
    const match = exec.call(this, text);
    const lineEnd = this.sticky ? indexOf.call(text, '\n', from) : -1;
    const end = match ? match.index + match[0].length : lineEnd < 0 ? text.length : lineEnd;
    add(end - from);
    return match;
  };
  const { set, fill } = typedArray;
  typedArray.set = function (this: Uint8Array, values: ArrayLike<number>, at?: number) {
    add(values.length);
    set.call(this, values, at);
  };
  typedArray.fill = function (this: Uint8Array, value: number, from = 0, to = this.length) {
    add(to - from);
    return fill.call(this, value, from, to);
  };
  const { decode } = TextDecoder.prototype;
  TextDecoder.prototype.decode = function (bytes, options) {
    add(bytes?.byteLength ?? 0);
    return decode.call(this, bytes, options);
  };
}
