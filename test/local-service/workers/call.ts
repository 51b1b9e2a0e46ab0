import { request } from 'node:http';
import type { LocalService } from '../../helpers/service/local-service.ts';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
  /** The parsed body; null when it is no JSON. */
  readonly body: Envelope;
}

/** Both envelopes of spec 2.1. */
interface Envelope {
  readonly code: number;
  readonly status: string;
  readonly data: Data;
  readonly message: string;
  readonly suggestion: string;
  readonly request_id: string;
}

/** Data of any endpoint but usage: each answer has the fields of its own section. */
export interface Data {
  readonly task_id: string;
  readonly type: string;
  readonly status: string;
  readonly created_at: string;
  readonly completed_at: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: {
    readonly model_url: string;
    readonly rendered_image_url: string;
    readonly notes: string[];
    readonly draft: boolean;
  };
  readonly error_message?: string;
  readonly error_code?: number;
  readonly tasks: Readonly<Record<string, Data>>;
  readonly missed: string[];
  readonly presigned_url: string;
  readonly file_token: string;
  readonly expires_in: number;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: object | string | Buffer;
}

/** One HTTP request on a connection of its own, with any header a browser or fetch would forbid. */
export function send(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const payload = isJson ? JSON.stringify(body) : body;
  const type = isJson ? { 'content-type': 'application/json' } : {};
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent: false, headers: { ...length, ...type, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          bytes,
          body: parse(bytes),
        });
      });
    });
    call.on('error', reject);
    call.end(payload);
  });
}

/** What a call needs of a service. */
type ServiceAddress = Pick<LocalService, 'baseUrl' | 'apiKey'>;

/** The same with the service's key; `path` begins with a slash. */
export function callService(service: ServiceAddress, path: string, sent: Sent = {}): Promise<Answer> {
  const authorization = `Bearer ${service.apiKey}`;
  return send(service.baseUrl + path, { ...sent, headers: { authorization, ...sent.headers } });
}

/** Uploads through a presigned URL; answers the token. */
export async function upload(service: ServiceAddress, bytes: Buffer, format = 'png'): Promise<string> {
  const { body } = await callService(service, '/v3/files/presign', { method: 'POST', body: { format } });
  const put = await send(body.data.presigned_url, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  if (put.status !== 200) throw new Error(put.body.message);
  return body.data.file_token;
}

/** Asks for a task until it is finished. */
export async function untilFinished(service: ServiceAddress, id: string): Promise<Data> {
  for (;;) {
    const { body } = await callService(service, `/v3/tasks/${id}`);
    if (!['queued', 'running'].includes(body.data.status)) return body.data;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function parse(bytes: Buffer): Envelope {
  try {
    return JSON.parse(bytes.toString('utf8')) as Envelope;
  } catch {
    return null as unknown as Envelope;
  }
}
