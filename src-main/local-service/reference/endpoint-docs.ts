import type { z } from 'zod';
import {
  ENDPOINTS,
  listTasksBody,
  presignBody,
  usageQuery,
  type Endpoint,
} from '../../../src-shared/api/protocol/endpoints.ts';
import { EXAMPLE_TASK } from './example-body.ts';

/** Documentation of an endpoint that creates no task. */
interface EndpointDoc {
  readonly title: string;
  readonly help: string;
  /** Fields of its JSON body. */
  readonly body?: z.ZodType;
  /** Fields of its query string. */
  readonly query?: z.ZodType;
  readonly example?: object;
  /** Set if the body is a form. */
  readonly isForm?: true;
  /** Name of the component schema of `data`. */
  readonly answer: string;
}

/** By name of the endpoint (spec 4.5–4.7). */
const NOTES: Readonly<Record<keyof typeof ENDPOINTS, EndpointDoc>> = {
  getTask: { title: 'Task', help: 'Returns one task with new output URLs.', answer: 'Task' },
  listTasks: {
    title: 'Tasks',
    help: 'Returns several tasks. IDs that do not exist are listed in missed.',
    body: listTasksBody,
    example: { task_ids: [EXAMPLE_TASK] },
    answer: 'TaskList',
  },
  uploadFile: {
    title: 'Upload',
    help: 'Uploads a file as a multipart form and returns its token.',
    isForm: true,
    answer: 'FileToken',
  },
  presign: {
    title: 'Presigned upload',
    help: 'Returns a URL for one PUT and the token of the file.',
    body: presignBody,
    example: { format: 'png' },
    answer: 'Presigned',
  },
  uploadCredentials: {
    title: 'Upload credentials',
    help: 'Returns temporary credentials for one upload and the token of the file.',
    answer: 'UploadCredentials',
  },
  getBalance: { title: 'Balance', help: 'Returns the available and the held credits.', answer: 'Balance' },
  getUsage: {
    title: 'Usage',
    help: 'Returns tasks with their charges, newest first.',
    query: usageQuery,
    answer: 'UsagePage',
  },
};

/** An endpoint with its name and note. */
export interface DocumentedEndpoint extends Endpoint {
  readonly name: string;
  readonly note: EndpointDoc;
}

/** Every endpoint that creates no task. */
export function listEndpoints(): DocumentedEndpoint[] {
  return (Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]).map((name) => ({
    ...ENDPOINTS[name],
    name,
    note: NOTES[name],
  }));
}
