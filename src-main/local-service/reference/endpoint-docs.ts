import type { z } from 'zod';
import {
  ENDPOINTS,
  listTasksBody,
  presignBody,
  usageQuery,
  type Endpoint,
} from '../../../src-shared/api/protocol/endpoints.ts';
import { EXAMPLE_TASK } from './example-body.ts';

/** What the reference says about an endpoint that creates no task. */
export interface EndpointDoc {
  readonly title: string;
  readonly help: string;
  /** What its JSON body takes. */
  readonly body?: z.ZodType;
  /** What its query string takes. */
  readonly query?: z.ZodType;
  readonly example?: object;
  /** Set where the body is a form. */
  readonly isForm?: true;
  /** Name of the component schema of `data`. */
  readonly answer: string;
}

/** By name of the endpoint (spec 4.5–4.7). */
const NOTES: Readonly<Record<keyof typeof ENDPOINTS, EndpointDoc>> = {
  getTask: { title: 'Task', help: 'One task; its output URLs are fresh.', answer: 'Task' },
  listTasks: {
    title: 'Tasks',
    help: 'Several tasks at once; ids that do not exist are listed as missed.',
    body: listTasksBody,
    example: { task_ids: [EXAMPLE_TASK] },
    answer: 'TaskList',
  },
  uploadFile: {
    title: 'Upload',
    help: 'Sends a file as a multipart form and answers its token.',
    isForm: true,
    answer: 'FileToken',
  },
  presign: {
    title: 'Presigned upload',
    help: 'Answers a URL for one PUT, and the token the file will have.',
    body: presignBody,
    example: { format: 'png' },
    answer: 'Presigned',
  },
  uploadCredentials: {
    title: 'Upload credentials',
    help: 'Answers temporary credentials for one upload, and the token the file will have.',
    answer: 'UploadCredentials',
  },
  getBalance: { title: 'Balance', help: 'What can be spent, and what is held.', answer: 'Balance' },
  getUsage: { title: 'Usage', help: 'Tasks and what they cost, newest first.', query: usageQuery, answer: 'UsagePage' },
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
