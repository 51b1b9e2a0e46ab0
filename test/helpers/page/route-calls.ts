import type { Page, WebSocketRoute } from '@playwright/test';
import type { Call, Input, Output } from '../../../src-shared/ipc/contract.ts';
import type { Payload, Push } from '../../../src-shared/ipc/pushes.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';

/** Gives main's answer; undefined: main answers itself. */
type Answer<C extends Call> = (input: Input<C>) => Promise<Reply<Output<C>>> | Reply<Output<C>> | undefined;

/** The calls of a page to main, whose answers a test can hold back or give itself. */
export interface RoutedCalls {
  /** Inputs of the calls on a channel, in order. */
  sent<C extends Call>(channel: C): Input<C>[];
  /** Answers a channel in place of main. */
  answer<C extends Call>(channel: C, give: Answer<C>): void;
  /** Holds back main's answers on a channel; the function that is returned delivers those held, oldest first. */
  hold(channel: Call): () => void;
  /** Sends a push in place of main. */
  push<P extends Push>(push: P, payload: Payload<P>): void;
}

interface Message {
  readonly id?: number;
  readonly channel?: Call;
  readonly input?: unknown;
}

/** Routes the calls of a page, from its next load on. */
export async function routeCalls(page: Page): Promise<RoutedCalls> {
  const sent: { readonly channel: Call; readonly input: unknown }[] = [];
  const answers = new Map<Call, Answer<Call>>();
  const held = new Map<Call, (() => void)[]>();
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket('**/ipc', (route) => {
    line = route;
    const server = route.connectToServer();
    const channels = new Map<number, Call>();
    route.onMessage((text) => {
      const { id, channel, input } = JSON.parse(String(text)) as Message;
      if (id === undefined || channel === undefined) return server.send(text);
      channels.set(id, channel);
      sent.push({ channel, input });
      const given = answers.get(channel)?.(input as Input<Call>);
      if (given === undefined) server.send(text);
      else void Promise.resolve(given).then((reply) => route.send(JSON.stringify({ id, reply })));
    });
    server.onMessage((text) => {
      const { id } = JSON.parse(String(text)) as Message;
      const waiting = held.get(channels.get(id ?? -1) as Call);
      if (waiting) waiting.push(() => route.send(text));
      else route.send(text);
    });
  });
  return {
    sent: <C extends Call>(channel: C) =>
      sent.filter((call) => call.channel === channel).map(({ input }) => input as Input<C>),
    answer: (channel, give) => void answers.set(channel, give),
    hold: (channel) => {
      held.set(channel, []);
      return () => {
        const waiting = held.get(channel) ?? [];
        held.delete(channel);
        for (const send of waiting) send();
      };
    },
    push: (push, payload) => line?.send(JSON.stringify({ push, payload })),
  };
}
