import type { NetworkResponse, Network, NetworkRequest } from '../../../src-main/service-client/http/network.ts';

/** What a service in this process answers; null: it cannot be reached. */
export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The envelope's data, or with an error status the whole envelope. */
  readonly data?: unknown;
}

/** One call as it came. */
export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** A network that ends in a function of this process. */
export function createFakeNetwork(
  answer: (call: FakeCall) => FakeAnswer | null | Promise<FakeAnswer | null>,
): Network & { readonly calls: FakeCall[] } {
  const calls: FakeCall[] = [];
  const ask = async (
    method: string,
    url: URL,
    body: unknown,
  ): Promise<{ status: number; text: string; header: NetworkResponse['header'] }> => {
    const call = { method, path: url.pathname, query: url.searchParams, body };
    calls.push(call);
    const given = await answer(call);
    if (!given) throw Object.assign(new Error('no network'), { code: 'ENETUNREACH' });
    const { status = 200, headers = {}, data = null } = given;
    return { status, text: JSON.stringify(status === 200 ? { code: 0, data } : data), header: (name) => headers[name] };
  };
  const read = ({ body }: NetworkRequest): unknown =>
    typeof body === 'string' && body !== '' ? JSON.parse(body) : null;
  const answerTo = async (request: NetworkRequest): Promise<NetworkResponse> => {
    const { status, text, header } = await ask(request.method, request.url, read(request));
    async function* bytes() {
      yield Buffer.from(text);
    }
    return { status, header, body: bytes(), discard: () => undefined };
  };
  return {
    calls,
    ask: answerTo,
    requestForeign: answerTo,
    sendOnce: async (url, _, body) => {
      try {
        return { kind: 'answered', ...(await ask('POST', url, JSON.parse(body))) };
      } catch (error) {
        return { kind: 'not_sent', error };
      }
    },
    close: async () => undefined,
  };
}
