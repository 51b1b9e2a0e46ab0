import type { Page, WebSocketRoute } from '@playwright/test';
import type { Call, Input, Output } from '../../../src-shared/ipc/contract.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';

/** The calls of a page to main, whose answers a test can hold back or give itself. */
export interface RoutedCalls {
  /** Inputs of the calls on a channel, in order. */
  sent<C extends Call>(channel: C): Input<C>[];
  /** Gives the answers on a channel in place of main, unless `give` returns undefined. */
  answer<C extends Call>(channel: C, give: (input: Input<C>) => Reply<Output<C>> | undefined): void;
  /** Holds back the answers on a channel; the function that is returned delivers those held, oldest first. */
  hold(channel: Call): () => void;
  /** Sends the page a push in place of main. */
  push(push: string, payload: unknown): void;
}

interface Message {
  readonly id?: number;
  readonly channel?: Call;
  readonly input?: unknown;
}

/** Routes the calls of a page, from its next load on. */
export async function routeCalls(page: Page): Promise<RoutedCalls> {
  const sent: { readonly channel: Call; readonly input: unknown }[] = [];
  const answers = new Map<Call, (input: never) => unknown>();
  const held = new Map<Call, (() => void)[]>();
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket('**/ipc', (route) => {
    line = route;
    const server = route.connectToServer();
    const channels = new Map<number, Call>();
    const deliver = (channel: Call | undefined, text: string | Buffer): void => {
      const waiting = channel && held.get(channel);
      if (waiting) waiting.push(() => route.send(text));
      else route.send(text);
    };
    route.onMessage((text) => {
      const { id, channel, input } = JSON.parse(String(text)) as Message;
      if (id === undefined || channel === undefined) return server.send(text);
      channels.set(id, channel);
      sent.push({ channel, input });
      const reply = answers.get(channel)?.(input as never);
      if (reply === undefined) server.send(text);
      else deliver(channel, JSON.stringify({ id, reply }));
    });
    server.onMessage((text) => {
      const { id } = JSON.parse(String(text)) as Message;
      deliver(id === undefined ? undefined : channels.get(id), text);
    });
  });
  return {
    sent: <C extends Call>(channel: C) =>
      sent.filter((call) => call.channel === channel).map(({ input }) => input as Input<C>),
    answer: (channel, give) => void answers.set(channel, give as (input: never) => unknown),
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
