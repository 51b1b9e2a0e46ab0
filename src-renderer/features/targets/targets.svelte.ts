import { SvelteMap } from 'svelte/reactivity';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { TargetView } from '../../../src-shared/ipc/views/target-view.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { errorSentence } from '../folders/folder-facts.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import { bridgeChangeSentences } from './target-facts.ts';
import { messageText } from '../../app/language/message-text.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';

/** What can be done to a target. */
type TargetAction = 'install' | 'remove' | 'test';

/** What came of it, in sentences. */
interface TargetResult {
  readonly isWell: boolean;
  readonly words: readonly string[];
}

/** A target, or one of its projects, as keys of what happens there. */
export function targetKey(name: string, project: string | null): string {
  return project === null ? name : `${name} ${project}`;
}

/** The programs that models are delivered to. */
class Targets {
  /** Null until main answered: it has to look for them. */
  list = $state.raw<readonly TargetView[] | null>(null);
  looking = $state(false);
  /** What is under way, by place; main does one after the other. */
  readonly busy = new SvelteMap<string, TargetAction>();
  /** What came of the last act there. */
  readonly results = new SvelteMap<string, TargetResult>();

  /** Looks for the programs. */
  async read(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    this.list = (await callOrNotify('targets:list', null)) ?? this.list;
    this.looking = false;
  }

  /** Puts a bridge in or takes it out, or makes a trial delivery; the sentences that come back stay until the next act. */
  async run(what: TargetAction, name: string, project: string | null): Promise<void> {
    const key = targetKey(name, project);
    if (this.busy.has(key)) return;
    this.busy.set(key, what);
    this.results.delete(key);
    const result = await perform(what, name, project);
    // What is said of the bridge beside it is to agree with the result.
    if (what !== 'test') await this.read();
    this.results.set(key, result);
    this.busy.delete(key);
  }
}

async function perform(what: TargetAction, name: string, project: string | null): Promise<TargetResult> {
  if (what === 'test') {
    const reply = await ask('targets:test', { name });
    return reply.ok ? tested(reply.value) : failed(reply.error);
  }
  const reply = await ask(`targets:${what}`, { name, project });
  // Sentences of the page are made when they are read, in the language of that moment.
  if (!reply.ok) return failed(reply.error);
  const { value } = reply;
  return {
    isWell: true,
    get words() {
      return bridgeChangeSentences(what, value);
    },
  };
}

/** Read when they are shown, in the language of that moment. */
function tested({ isWell, words }: Output<'targets:test'>): TargetResult {
  return {
    isWell,
    get words() {
      return words.map(messageText);
    },
  };
}

function failed(error: ErrorInfo): TargetResult {
  return {
    isWell: false,
    get words() {
      return [errorSentence(error)];
    },
  };
}

/** What the page knows of programs. */
export const targets = new Targets();
