import type { ErrorCode, ErrorInfo } from '../base/errors.ts';

/** What a person reads: what happened, and what to do next. What was charged is said from the job's own amounts. */
export interface ErrorText {
  readonly happened: string;
  readonly next: string;
}

/** The words of one language: a function for every code, so that a forgotten one does not compile. */
export interface ErrorMessages {
  /** What stands for a file nobody named. */
  readonly unnamed: string;
  readonly words: Readonly<Record<ErrorCode, (error: ErrorInfo, name: string) => ErrorText>>;
}

/** One text for the page and the command line. */
const WORDS: ErrorMessages['words'] = {
  source_replaced: (_, name) =>
    say(`${name} was replaced by another file before it was sent.`, 'The new file has a job of its own.'),
  sidecar_wrong: ({ detail }, name) =>
    say(`${name} cannot be used. ${detail}`, 'Correct it, then put it back together with its source.'),
  front_missing: (_, name) =>
    say(
      `Of ${name} there are views, but no front.`,
      'Put the front view beside them, named …_front; they wait for it.',
    ),
  half_written: (_, name) =>
    say(
      `${name} is not whole, and nothing was written to it for a minute.`,
      'Copy it again; it is taken once it is whole.',
    ),
  folder_feeds_itself: ({ detail }, name) => say(`${name} cannot be a hot folder. ${detail}`, 'Choose another folder.'),
  folder_watched_elsewhere: ({ detail }, name) =>
    say(
      `Another Dropforge watches ${name}. ${detail}`,
      'Files there are made once, by the other; close it to take over.',
    ),
  folder_gone: (_, name) =>
    say(
      `${name} is not there or cannot be read.`,
      'It is looked for every few seconds; nothing that was taken is lost.',
    ),
  not_a_text: (_, name) => say(`${name} is not a plain text.`, 'Save it as plain text (UTF-8), then add it again.'),
  prompt_too_long: ({ detail }, name) => say(`${name} is too long. ${detail}`, 'Shorten it, then add it again.'),
  not_a_picture: (_, name) => say(`${name} is not a picture.`, 'Choose a JPEG, PNG, WebP, BMP or TIFF.'),
  not_a_model: (error, name) =>
    say(
      `${name} is not a model that can be read. ${error.detail}`,
      'Choose a GLB, glTF, FBX, OBJ, STL, 3MF or USDZ file.',
    ),
  file_empty: (_, name) => say(`${name} is empty.`, 'Save it again, then drop it once more.'),
  file_truncated: (_, name) => say(`${name} ends too early; a part is missing.`, 'Copy or save it again, then retry.'),
  picture_too_large: (error, name) => say(`${name} is too large. ${error.detail}`, 'Save it smaller, then retry.'),
  file_too_large: (error, name) => say(`${name} is too large. ${error.detail}`, 'Use a smaller file.'),
  file_missing: (_, name) => say(`${name} is no longer where it was.`, 'Put it back and retry, or drop it again.'),
  reference_missing: (_, name) =>
    say(
      `The picture ${name} that a step follows is not in the library as it was kept. Nothing was sent for that step, so nothing was charged for it.`,
      'Choose the same picture again in a form, then retry; or order it with another.',
    ),
  file_unreadable: (error, name) =>
    say(`${name} could not be read. ${error.detail}`, 'Check that you may open it, then retry.'),
  folder_without_pictures: (_, name) =>
    say(
      `${name} holds no picture or model.`,
      'Choose a folder with JPEG, PNG, WebP, BMP or TIFF pictures, or with models.',
    ),
  unsupported_file: (_, name) =>
    say(
      `${name} is neither a picture nor a model Dropforge reads.`,
      'Choose a JPEG, PNG, WebP, BMP or TIFF, or a GLB, glTF, FBX, OBJ, STL, 3MF or USDZ.',
    ),
  link_wrong: ({ detail }, name) =>
    say(`The link ${name} is not followed. ${detail}`, 'Paste an address that begins with https://, or drop the file.'),
  link_inside: (_, name) =>
    say(
      `The link ${name} leads into this network or to this computer; that is not allowed.`,
      'Save the file and drop it, or allow such links in Settings; on the command line with --links-inside.',
    ),
  link_page: (_, name) =>
    say(`The link ${name} shows a page, not a picture.`, 'Open it and copy the picture’s own address.'),
  link_failed: ({ detail }, name) =>
    say(`The link ${name} brought nothing. ${detail}`, 'Check it in a browser, then try again.'),
  disk_full: (error, name) =>
    say(`The disk is full: ${name}. ${error.detail}`, 'Free space, then retry. Nothing is made or charged twice.'),
  folder_unwritable: (error, name) =>
    say(`${name} cannot be written to. ${error.detail}`, 'Choose another export folder, or allow writing, then retry.'),
  invalid_api_key: () =>
    say('The service refused the key.', 'A key works in one region: check the region, or paste another key.'),
  no_api_key: (_, name) =>
    say(
      `There is no key for ${name}.`,
      'Add it in Settings and its jobs go on by themselves; or work on this computer.',
    ),
  insufficient_credits: (error) =>
    say(
      `Not enough credits${error.subject === null ? '' : ` at ${error.subject}`}. ${error.detail}`,
      'Top up, then resume; or make it on this computer, free.',
    ),
  balance_low: (error) =>
    say(
      `${error.subject === null ? 'The queue' : `What is for ${error.subject}`} is paused before the next thing that costs. ${error.detail}`,
      'Top up or lower the limit, then resume.',
    ),
  over_cap: (error) =>
    say(error.detail, 'It is looked at again every day. Resume it to go past the limit now, or raise the limit.'),
  needs_yes: (error) =>
    say(
      error.detail,
      'Nothing was added, nothing was charged. Agree to that total to go on; on the command line with --yes.',
    ),
  maybe_ordered: (_, name) =>
    say(
      `${name} was in its hot folder before, and what became of it is not known any more: it may have been ordered and paid for.`,
      'Look among the jobs and the tasks found at the service, then confirm it or leave it out.',
    ),
  bad_request: (error) =>
    say(`The service does not accept this order. ${error.detail}`, 'Change the named setting, then retry.'),
  moderation: () =>
    say('The service rejected the picture (moderation).', 'Another picture may pass; the same will not.'),
  queue_timeout: () => say('The order waited too long at the service.', 'Retry.'),
  task_failed: (error, name) =>
    say(`No model could be made of ${name}. ${error.detail}`, 'Try another picture, or retry.'),
  task_missing: (error) =>
    say(
      `The service no longer knows the order. ${error.detail}`,
      'Check the key, then look again. Dropforge never sends twice by itself.',
    ),
  found_over: (error) =>
    say(
      `This task was found at the service. ${error.detail}`,
      'How it was ordered is not known here: make it anew from its picture.',
    ),
  not_riggable: (error, name) =>
    say(
      `${name} cannot get a skeleton. ${error.detail}`,
      'Show the whole figure, arms and legs apart, or use another recipe.',
    ),
  outcome_unknown: () =>
    say(
      'The service did not answer. The model may be paid for.',
      'Dropforge never sends twice by itself. Look again, send again, or give up.',
    ),
  rate_limited: () => say('The service asks to wait.', 'Dropforge goes on by itself.'),
  offline: (error) =>
    say(`The service cannot be reached. ${error.detail}`, 'Check the network. Dropforge goes on by itself.'),
  service_error: (error) => say(`The service had a fault. ${error.detail}`, 'Dropforge tries again by itself.'),
  local_service_down: (error) =>
    say(`The service on this computer stopped. ${error.detail}`, 'Dropforge starts it again by itself.'),
  download_failed: (error) =>
    say(`The model is finished but could not be fetched. ${error.detail}`, 'Retry. Nothing is charged again.'),
  result_damaged: (error) =>
    say(`The file that arrived is damaged. ${error.detail}`, 'Retry. It is fetched again, free.'),
  library_damaged: (_, name) =>
    say(
      `A file of ${name} in the library is no longer what arrived.`,
      'Put it back and retry, or make the job again, which costs anew.',
    ),
  too_many_files: ({ detail }, name) =>
    say(
      `${name} has too many files for one asset. ${detail}`,
      'It is whole in the library. Choose a format that is one file, such as GLB.',
    ),
  home_locked: (error) =>
    say(`Dropforge is already running here. ${error.detail}`, 'Use the running one, or give another --home.'),
  port_taken: (error) => say(`The port is in use. ${error.detail}`, 'Give another --port, or leave it out.'),
  program_missing: (error, name) =>
    say(`${name} was not found on this computer. ${error.detail}`, 'Install it, or name where it is, then retry.'),
  bridge_failed: (error, name) =>
    say(`The bridge to ${name} is not in order. ${error.detail}`, 'Then retry; models in the export folder wait.'),
  updates_unknown: (error) =>
    say(
      `Whether there is a newer version could not be learned. ${error.detail}`,
      'It is asked again in a day. Check the address in the settings.',
    ),
  config_invalid: (error, name) => say(`${name} cannot be used. ${error.detail}`, 'Correct it and start again.'),
  queue_rebuilt: (error) =>
    say(
      `The list of jobs was damaged and was made anew. ${error.detail}`,
      'This charged nothing. Models that were paid for are looked for at the service; look there before you drop once more what was still waiting. What was in hot folders before waits for your yes where it costs.',
    ),
  not_found: (error) => say(`It is not there any more. ${error.detail}`, 'Reload the list.'),
  bug: (error) =>
    say(`Something went wrong inside Dropforge. ${error.detail}`, 'Retry. If it happens again, report it.'),
};

const ENGLISH: ErrorMessages = { unnamed: 'The file', words: WORDS };

/** The words for a failure, in English unless told; `name` stands in where the failure names no thing itself. */
export function describeError(error: ErrorInfo, name?: string, { unnamed, words } = ENGLISH): ErrorText {
  return words[error.code](error, error.subject ?? name ?? unnamed);
}

function say(happened: string, next: string): ErrorText {
  return { happened: happened.trim(), next };
}
