import { SUGGESTION_MESSAGES } from '../messages/suggestion-messages.ts';

/**
 * One row of the error table (spec part 7). `http` is the response status; `shown` is false if the document leaves it
 * open.
 */
export interface ErrorCodeRow {
  readonly http: number;
  readonly meaning: string;
  readonly suggestion: string;
  /** True if the same request may succeed later (part 7: 1007, 2000 and 5xx). */
  readonly retryable: boolean;
  readonly shown: boolean;
}

/**
 * Every code of part 7. The document does not show the meanings of 2002–2007, 2009 and 2015–2017; our own are marked.
 */
export const SERVICE_ERROR_CODES = {
  2: row(401, 'Authentication failed', 'api-key'),
  1000: row(500, 'Server error', 'try-later', true),
  1001: row(503, 'Service unavailable', 'try-later', true),
  1002: row(401, 'Authentication failed', 'api-key'),
  1003: row(400, 'Malformed request', 'send-json'),
  1004: row(400, 'Bad parameter', 'correct-parameter'),
  1007: row(429, 'Rate limit exceeded', 'wait-for-rate', true),
  2000: row(429, 'Too many tasks of this category at once', 'wait-for-slot', true),
  2001: row(404, 'Task not found', 'check-task', false, false),
  2002: row(400, 'The source task cannot be used for this operation', 'task-type', false, false),
  2003: row(400, 'The input file is empty or unreadable', 'upload-again', false, false),
  2004: row(400, 'The input file has an unsupported type', 'format', false, false),
  2005: row(400, 'The input could not be fetched', 'reachable-url', false, false),
  2006: row(400, 'The source task has not succeeded', 'wait-for-task', false, false),
  2007: row(400, 'The input cannot be processed', 'other-source', false, false),
  2008: row(400, 'Rejected by moderation', 'other-input-rejected'),
  2009: row(400, 'The output was rejected', 'other-input', false, false),
  2010: row(403, 'Not enough credits', 'top-up'),
  2013: row(403, 'Priority not permitted for this account', 'lower-priority', false, false),
  2015: row(400, 'Unknown model version', 'documented-version', false, false),
  2016: row(400, 'Model version retired', 'newer-version', false, false),
  2017: row(400, 'Model version not available here', 'documented-version', false, false),
  2018: row(200, 'The task waited too long in the queue', 'send-again'),
  2021: row(413, 'Request body too large', 'upload-first', false, false),
  2022: row(413, 'File too large', 'smaller-file', false, false),
  4001: row(404, 'Unknown route', 'endpoints', false, false),
} as const satisfies Record<number, ErrorCodeRow>;

/** A code of the error table. */
export type ServiceErrorCode = keyof typeof SERVICE_ERROR_CODES;

/** Codes that prove, in a well-formed envelope with a 4xx status, that no task was created. */
export const REFUSAL_CODES: ReadonlySet<number> = new Set(
  Object.keys(SERVICE_ERROR_CODES)
    .map(Number)
    .filter((code) => code !== 1000 && code !== 1001 && code !== 1007 && code !== 2000 && code !== 2018),
);

type SuggestionName = keyof typeof SUGGESTION_MESSAGES extends `suggestion.${infer Name}` ? Name : never;

function row(http: number, meaning: string, suggestion: SuggestionName, retryable = false, shown = true): ErrorCodeRow {
  return { http, meaning, suggestion: SUGGESTION_MESSAGES[`suggestion.${suggestion}`], retryable, shown };
}
