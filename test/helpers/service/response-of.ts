import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** The response to a request that was sent; rejects if the connection fails. */
export async function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}
