import type { FuzzInput, Verdict } from './fuzz-target.ts';
import { JSON_TARGETS } from './json-targets.ts';
import { judgeError } from './judge-error.ts';

/** A case for this process. */
export interface JsonCall {
  readonly id: number;
  readonly target: string;
  readonly input: FuzzInput;
}

/** How it ended, and the largest resident memory of this process so far, in bytes. */
export interface JsonReply {
  readonly id: number;
  readonly verdict: Verdict;
  readonly ms: number;
  readonly maxRssBytes: number;
}

// Process of `json-runner.ts`, which limits its time and memory.
process.once('disconnect', () => process.exit());

async function judge({ target: name, input }: JsonCall): Promise<Verdict> {
  const target = JSON_TARGETS.find((each) => each.name === name);
  if (!target) return { kind: 'failed', failure: `no target is called ${name}` };
  try {
    return (await target.run(input)) ? { kind: 'accepted' } : { kind: 'refused', code: 'refused' };
  } catch (error) {
    return judgeError(error, target.quotesTexts);
  }
}

process.on('message', (call: JsonCall) => {
  const startedAt = performance.now();
  void judge(call).then((verdict) => {
    const ms = performance.now() - startedAt;
    const reply: JsonReply = { id: call.id, verdict, ms, maxRssBytes: process.resourceUsage().maxRSS * 1_024 };
    process.send?.(reply);
  });
});
