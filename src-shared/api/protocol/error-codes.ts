/** One row of spec part 7. `http` is the status we answer with; `shown` is false where the document leaves it open. */
export interface ErrorCodeRow {
  readonly http: number;
  readonly meaning: string;
  readonly suggestion: string;
  /** Whether the same request may succeed later (part 7: 1007, 2000 and 5xx). */
  readonly retryable: boolean;
  readonly shown: boolean;
}

/** Every code of part 7. The meanings of 2002–2007, 2009 and 2015–2017 one by one are not shown: ours are marked. */
export const SERVICE_ERROR_CODES = {
  2: row(401, 'Authentication failed', 'Check the API key. A key works in exactly one region.'),
  1000: row(500, 'Server error', 'Try again later.', true),
  1001: row(503, 'Service unavailable', 'Try again later.', true),
  1002: row(401, 'Authentication failed', 'Check the API key. A key works in exactly one region.'),
  1003: row(400, 'Malformed request', 'Send JSON with the documented method and content type.'),
  1004: row(400, 'Bad parameter', 'Correct the named parameter and send again.'),
  1007: row(429, 'Rate limit exceeded', 'Wait until X-RateLimit-Reset.', true),
  2000: row(429, 'Too many tasks of this category at once', 'Wait for Retry-After seconds.', true),
  2001: row(404, 'Task not found', 'Check the task id and the key it was created with.', false, false),
  2002: row(
    400,
    'The source task cannot be used for this operation',
    'Use a task of the documented type.',
    false,
    false,
  ),
  2003: row(400, 'The input file is empty or unreadable', 'Upload the file again.', false, false),
  2004: row(400, 'The input file has an unsupported type', 'Use one of the documented formats.', false, false),
  2005: row(
    400,
    'The input could not be fetched',
    'Use a URL that the service can reach, or upload the file.',
    false,
    false,
  ),
  2006: row(400, 'The source task has not succeeded', 'Wait for it, or use another task.', false, false),
  2007: row(400, 'The input cannot be processed', 'Use another image or model.', false, false),
  2008: row(400, 'Rejected by moderation', 'Use another input. The same input will be rejected again.'),
  2009: row(400, 'The output was rejected', 'Use another input.', false, false),
  2010: row(403, 'Not enough credits', 'Top up, or create fewer tasks.'),
  2013: row(403, 'Priority not permitted for this account', 'Omit priority, or use a lower one.', false, false),
  2015: row(400, 'Unknown model version', 'Use one of the documented versions.', false, false),
  2016: row(400, 'Model version retired', 'Use a newer version.', false, false),
  2017: row(400, 'Model version not available here', 'Use one of the documented versions.', false, false),
  2018: row(200, 'The task waited too long in the queue', 'Send it again.'),
  2021: row(413, 'Request body too large', 'Upload files first and send their tokens.', false, false),
  2022: row(413, 'File too large', 'Send a smaller file.', false, false),
  4001: row(404, 'Unknown route', 'Paths begin with /v3; see the documented endpoints.', false, false),
} as const satisfies Record<number, ErrorCodeRow>;

/** A code of the error table. */
export type ServiceErrorCode = keyof typeof SERVICE_ERROR_CODES;

/** Codes that, in a well-formed envelope with a 4xx status, prove that no task was created. */
export const REFUSAL_CODES: ReadonlySet<number> = new Set(
  Object.keys(SERVICE_ERROR_CODES)
    .map(Number)
    .filter((code) => code !== 1000 && code !== 1001 && code !== 1007 && code !== 2000 && code !== 2018),
);

function row(http: number, meaning: string, suggestion: string, retryable = false, shown = true): ErrorCodeRow {
  return { http, meaning, suggestion, retryable, shown };
}
