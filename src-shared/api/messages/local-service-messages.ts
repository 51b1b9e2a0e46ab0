import { GENERATOR_MESSAGES } from './generator-messages.ts';
import { NETWORK_MESSAGES } from './network-messages.ts';

/** Messages about rejected requests and failed tasks of the local service, in English; ICU templates by their ids. */
export const LOCAL_SERVICE_MESSAGES = {
  'api.body-not-object': 'The body must be a JSON object.',
  'api.body-limits': 'The body has more than {values} values, or is nested more than {depth} levels deep.',
  'api.body-too-deep': 'The body is nested deeper than {max} levels.',
  'api.body-nul': 'The body contains a NUL character.',
  'api.body-unicode': 'The body contains invalid Unicode.',
  'api.body-too-large': 'The body is larger than {max} MB.',
  'api.content-type': 'This endpoint does not accept this content type.',
  'api.json-only': 'Send application/json.',
  'api.multipart-only': 'Send multipart/form-data.',
  'api.form-unreadable': 'The form is invalid: it has no boundary or is truncated.',
  'api.form-without-file': 'The form has no file in its field "file".',
  'api.path-unreadable': 'The path is invalid.',
  'api.no-endpoint': 'This endpoint does not exist. Paths begin with /v3.',
  'api.method': '{method} is not supported here. Use {allowed}.',
  'api.request-timeout': 'The request did not arrive in time.',
  'api.request-not-http': 'The request is not valid HTTP.',
  'api.request-unreadable': 'The request is invalid: {reason}.',
  'api.request-malformed': 'it is malformed',
  'api.own-origin-only': 'This service is available at {origin} only.',
  'api.no-web-pages': 'Web pages cannot call this service.',
  'api.console-token-missing': 'The console token is missing. It is in the file console-token of the data folder.',
  'api.console-token-invalid': 'The console token is not valid. It is in the file console-token of the data folder.',
  'api.no-csrf': 'This change did not come from the console. Reload the page, then try again.',
  'api.console-sign-in': 'Sign in to the console.',
  'api.console-secret-invalid': 'This is neither the console token nor an API key with the scope admin.',
  'api.no-session': 'This session has ended.',
  'api.sign-in-not-allowed': '{name} is not allowed to open this console. Ask whoever runs the service.',
  'api.sign-in-unverified': '{host} has not verified the email address {name}. Verify it there, then sign in again.',
  'api.sign-in-declined': '{host} did not sign you in. Sign in again.',
  'api.sign-in-unreachable': '{host} cannot be reached. Try again later, or open the console with an API key.',
  'api.sign-in-unproven': 'The sign-in with {host} could not be verified. Sign in again.',
  'api.sign-in-lost': 'The sign-in took too long, or began in another browser. Sign in again.',
  'api.key-missing': 'The API key is missing.',
  'api.key-invalid': 'The API key is not valid.',
  'api.key-read-only': 'This API key may only read. Use one that may create tasks.',
  'api.key-operation': 'This API key may not create {operation}. It may create {operations}.',
  'api.key-budget':
    'This costs {price, number, credits} credits. {period, select, day {Today} other {This month}} this API key has used {used, number, credits} of its budget of {budget, number, credits}.',
  'api.rate': 'More than {limit} requests in a minute.',
  'api.no-slot': '{category}: {slots} tasks are queued or running already, which is the maximum.',
  'api.funds': 'This costs {price, number, credits} credits; the balance is {balance, number, credits}.',
  'api.limit-offset': 'limit must be 1 to {max}, and offset 0 or more.',
  'api.limit-before': 'limit must be 1 to {max}, and before the number of an entry.',
  'api.presign-format': 'format must be one of {formats}.',
  'api.task-ids': 'task_ids must be a list of at most {max} task ids.',
  'api.byte-range': 'The file has {bytes} bytes.',

  'api.url-expired': 'This URL has expired. Request a new one.',
  'api.url-not-ours': 'The signature of this URL is not valid.',
  'api.url-used': 'This upload URL was already used. Request a new one.',
  'api.url-not-public': 'The URL must be https to a public address, or a signed URL of this service.',
  'api.url-not-an-output': 'This output URL is not valid. Query the task again for a new one.',
  'api.no-downloads': 'The local service does not fetch files from the network. Upload the file.',
  'api.no-buckets': 'The local service has no storage buckets. Upload the file.',
  'api.token-unknown': 'The file token is unknown or expired, or its file was not uploaded. Upload it again.',
  'api.upload-truncated': 'The upload is incomplete. Send the file again.',
  'api.upload-empty': 'The uploaded file is empty.',
  'api.upload-type': 'The uploaded file is neither an image nor a 3D model. Upload another file.',
  'api.file-too-large': 'The file is larger than {max} MB.',
  'api.file-gone': 'This file no longer exists.',

  'api.no-task': 'Task {id} does not exist.',
  'api.no-such-task': 'This task does not exist.',
  'api.source-type': 'The source task is {type}; {types} is needed.',
  'api.source-not-succeeded': 'The source task has not succeeded; it is {status}.',
  'api.source-without-output':
    'The source task ({type}) has no {output, select, model {model} other {image}}. Use the task that created it.',
  'api.task-ended': 'The task has already ended: {status}.',
  'api.task-not-failed': 'Only failed tasks can be retried; this one is {status}.',
  'api.task-key-revoked': 'The API key of this task was revoked. Create the task again with another key.',

  'api.studio-key':
    'A key needs a name, and a project if any, of at most {max} characters, the scope read, known operations, and budgets of 0 or more credits with at most two decimals.',
  'api.usage-query': 'by must be one of {groups}, and from a day such as 2026-11-01.',
  'api.first-key': 'The initial API key cannot be revoked.',
  'api.no-key': 'This API key does not exist.',
  'api.webhook-url': 'A webhook needs a URL.',
  'api.webhook-credentials': 'A webhook URL cannot contain a user name or password.',
  'api.webhook-http': 'A webhook needs https; http is allowed for this computer only.',
  'api.webhook-https': 'A webhook needs https.',
  'api.webhook-private': 'A webhook cannot point to a private network.',
  'api.webhook-exists': 'This URL is already registered.',
  'api.no-webhook': 'This webhook does not exist.',
  'api.webhook-configured': 'This webhook is set in the configuration. Remove it there.',
  'api.top-up-amount': 'amount must be a number of credits above 0 with at most two decimals.',
  'api.top-up-free': 'This service is free. Top-ups are not needed.',

  'api.disk-full': 'The disk is full. Free space, then try again.',
  'api.storage-failed':
    'The object storage of the service does not respond as expected. Nothing was charged. Try again later.',
  'api.internal-error': 'The service could not respond because of an internal error.',

  'task-failure.source-gone': 'The file of this task no longer exists. Upload it again.',
  'task-failure.source-changed':
    'The file of this task was replaced after the task was created. Upload it again, then send the task again.',
  'task-failure.source-damaged':
    'The file of this task was damaged in the object storage. Upload or generate it again, then send the task again.',
  'task-failure.moderation': 'The request contains words that are not allowed.',
  'task-failure.queue-timeout': 'The task waited too long in the queue.',
  'task-failure.time-limit':
    'The task was stopped each time because it took longer than {minutes} minutes. Nothing was charged. Use a simpler file or lower settings.',
  'task-failure.memory-limit':
    'The task was stopped each time because it needs more than {max, number} MB of memory. Nothing was charged. Use a simpler file or lower settings.',
  'task-failure.crashed':
    'The engine crashed each time it tried this task. Nothing was charged. Try another file or other settings.',
  'task-failure.service-stopped':
    'The service was interrupted {count, number} times during this task. Nothing was charged. Try another file, or send the task again.',
  'task-failure.generator-interrupted':
    'The service was interrupted {count, number} times while a generator worked on this task. Nothing was charged here. If the generator charges, look for the task there before you send it again.',
  'task-failure.sources-too-large':
    'The files of this task are larger than {max, number} MB together. Use smaller files.',
  'task-failure.disk-full': 'The disk is full. Free space, then send the task again.',
  'task-failure.internal-error': 'The engine could not finish this task because of an internal error.',
  'task-failure.rig-type':
    'The local service creates skeletons for bipeds and quadrupeds only, not for “{type}”. Choose one of these, or use a cloud region.',
  'task-failure.segment-points': 'parameters.points must be 1 to 32 points [x, y, z] in meters.',
  'task-failure.splat-parameters':
    'parameters.splats must be a whole number from 1,000 to 1,000,000, and parameters.seed a 32-bit number.',

  ...GENERATOR_MESSAGES,
  ...NETWORK_MESSAGES,
} as const;
