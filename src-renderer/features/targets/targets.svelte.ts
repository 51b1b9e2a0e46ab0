import { SvelteMap } from 'svelte/reactivity';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { TargetView } from '../../../src-shared/ipc/views/target-view.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { errorSentence } from '../folders/folder-facts.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import { bridgeChangeSentences } from './target-facts.ts';
import { messageText } from '../../app/language/message-text.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';

/** An action on a target. */
type TargetAction = 'install' | 'remove' | 'test';

/** Result of an action, as sentences. */
interface TargetResult {
  readonly isWell: boolean;
  readonly words: readonly string[];
}

/** Returns the key of a target, or of one of its projects, for its action and result. */
export function targetKey(name: string, project: string | null): string {
  return project === null ? name : `${name} ${project}`;
}

/** Programs that models are delivered to. */
class Targets {
  /** Null until main replied: detecting the programs takes time. */
  list = $state.raw<readonly TargetView[] | null>(null);
  isReading = $state(false);
  /** Actions in progress by target key; main runs one at a time. */
  readonly busy = new SvelteMap<string, TargetAction>();
  /** Results of the last action by target key. */
  readonly results = new SvelteMap<string, TargetResult>();

  #reading: Promise<void> | null = null;

  /** Detects the programs; calls during a detection share it. */
  read(): Promise<void> {
    return (this.#reading ??= this.#detect());
  }

  async #detect(): Promise<void> {
    this.isReading = true;
    this.list = (await callOrNotify('targets:list', null)) ?? this.list;
    this.isReading = false;
    this.#reading = null;
  }

  /** Installs or removes a bridge, or makes a test delivery; its result is shown until the next action. */
  async run(what: TargetAction, name: string, project: string | null): Promise<void> {
    const key = targetKey(name, project);
    if (this.busy.has(key)) return;
    this.busy.set(key, what);
    this.results.delete(key);
    const result = await perform(what, name, project);
    // Refreshes the state of the bridge, so that it agrees with the result. A detection that began earlier may not know it.
    if (what !== 'test') {
      await this.#reading;
      await this.read();
    }
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
  // Texts are created when they are read, in the current language.
  if (!reply.ok) return failed(reply.error);
  const { value } = reply;
  return {
    isWell: true,
    get words() {
      return bridgeChangeSentences(what, value);
    },
  };
}

/** Texts are created when they are read, in the current language. */
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

export const targets = new Targets();
