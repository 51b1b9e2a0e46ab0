/** Messages about money, jobs and the home folder, in English; ICU templates by their ids. */
export const QUEUE_MESSAGES = {
  'spending.cap-reached':
    'The daily limit of {limit, number, credits} credits{cap, select, recipe { for recipe “{name}”} folder { for folder “{name}”} other {}} is reached: {spent, number, credits} credits are spent or reserved today, and {priced, select, yes {this step costs {cost, number, credits}} other {the price of this step is unknown}}. The step was not started.',
  'spending.balance-low':
    '{available, number, credits} credits are available, and the next step costs {priced, select, yes {{cost, number, credits} credits} other {an unknown amount}}. That would leave less than your minimum of {keep, number, credits}.',
  'spending.credits-reserved':
    '{available, number, credits} credits are available. Jobs that have begun still need {needed, number, credits}, and this job costs {cost, number, credits}.',
  'spending.job-not-covered':
    '{available, number, credits} credits are available, and this job costs {cost, number, credits} in total. It was not started.',
  'spending.total':
    'This costs {total, number, credits} credits{unknown, plural, =0 {} one {, plus one step of unknown price} other {, plus # steps of unknown price}}{agreed, select, yes {; you approved {limit, number, credits}} other {}}.',
  'spending.amount-example': 'Enter an amount such as 50 or 12.50.',
  'spending.not-an-amount': '“{text}” is not an amount of credits. Enter one such as 50 or 12.50.',
  'spending.approved-total-invalid': 'The approved total “{text}” is not an amount of credits.',
  'spending.confirm-above': 'The confirmation limit{name, select, other {}}',
  'spending.per-day': 'The daily limit{name, select, other {}}',
  'spending.per-recipe': 'The daily limit of recipe “{name}”',
  'spending.per-folder': 'The daily limit of folder “{name}”',
  'spending.pause-below': 'The minimum balance{name, select, other {}}',

  'collections.name-taken': 'There is already a collection named “{name}”. Use another name.',
  'collections.too-many': 'There can be {max} collections at most. Remove one first.',
  'jobs.not-in-queue': 'The job is not in the queue.',
  'jobs.not-finished': 'The job is not finished yet.',
  'jobs.nothing-to-convert': 'The job has no model to convert.',
  'jobs.format-not-offered':
    'The service cannot export the last result as {format}. Choose glTF, which holds the same data.',
  'jobs.move-target-missing': 'The job to move to is not in the queue, or is one of the moved jobs.',
  'jobs.file-not-in-queue': 'The file is not in the queue.',
  'jobs.cannot-drag': 'This item cannot be dragged.',
  'jobs.already-resolved': 'The result of this job is known by now.',
  'jobs.nothing-generated': 'No step of this job generates a model from images or a prompt.',
  'jobs.order-unknown': 'This task was found at the service, so its settings are not known.',
  'jobs.source-unknown': 'This task was found at the service, so its source is not known.',
  'jobs.operation-does-not-fit': '{operation} does not accept the result of step {step}.',
  'jobs.step-without-result': 'That step of the job has no result to use.',
  'jobs.too-many-steps': 'A job can have at most {max} steps. Start a new job for more.',
  'jobs.last-step-unconfirmed': 'The charge for the last step is unconfirmed. Retry that step first.',
  'jobs.step-without-input': 'A step has no input.',
  'jobs.sources-already-added': 'The files were already added.',
  'jobs.images-gone': 'The images are no longer available. Drop them again.',
  'jobs.image-gone': 'The image is no longer available. Choose it again.',
  'jobs.local-image-not-accepted': 'A local image is used in a field where the service accepts none.',
  'jobs.not-uploaded': '“{name}” was not uploaded.',
  'jobs.same-view-twice': 'Two images show the same side. Assign a different side to one of them.',
  'jobs.no-such-sample': 'This sample does not exist.',

  'page.too-many-requests': 'The page sent too many requests at once.',
  'page.no-such-call': 'This call does not exist.',
  'page.invalid-input': 'The input of {call} is not valid.',

  'home.in-use': 'Another process uses {name}.',
  'home.queue-cannot-open': 'The queue database cannot be opened there.',
  'home.damaged': 'The file is damaged.',
  'home.newer-version': 'It was created by a newer version of Dropforge. Update Dropforge, or use another --home.',
  'home.jobs-restored':
    '{count, plural, one {One finished job was restored} other {# finished jobs were restored}}. The damaged file was saved as {file}.',
  'home.database-missing':
    '{count, plural, one {One finished job was restored} other {# finished jobs were restored}}. The file queue.db was missing or empty.',
  'home.jobs-damaged':
    '{restored, plural, one {One job was restored from the library} other {# jobs were restored from the library}}, {lost, plural, one {one job is missing} other {# jobs are missing}}. The damaged data is kept in queue.db.',
  'home.settings-kept': 'The damaged file was saved as {file}.',
  'home.sqlite-reports': 'SQLite reports: {code}.',

  'rig-check.refused':
    'The rig check found that this model cannot be rigged, so rigging was not started.{charged, select, yes { Finished steps remain, and so do their charges: {steps}.} other {}}',
  'rig-check.other-type':
    'The rig check found {found}, but {asked} was requested, so rigging was not started.{charged, select, yes { Finished steps remain, and so do their charges: {steps}.} other {}}',
  'rig-check.charged-step': '{operation} ({credits, number, credits} credits)',

  'subject.service-of-job': 'The service of this job',
  'subject.service-when-ordered': '{name} with its earlier settings',
  'subject.cloud-service': 'The cloud service',
  'subject.this-computer': 'This computer',
  'subject.authorities': 'The certificate file',

  'job-note.rigged': 'The model is rigged{type, select, unknown {} other { ({type})}}.',
  'job-note.rig-check-unclear': 'The rig check did not report whether the model can be rigged.',
  'job-note.riggable': 'The rig check found that the model can be rigged{type, select, unknown {} other { ({type})}}.',
  'job-note.not-riggable': 'The rig check found that the model cannot be rigged.',
  'job-note.reused-in-job': '{operation}: the earlier result of this job was used. Nothing was charged.',
  'job-note.reused-from': '{operation}: the result of “{job}” was used. Nothing was charged.',
  'job-note.image-missing': '{file} refers to an image that is missing: {image}.',
  'job-note.image-empty': '{file} has an image that is empty: {image}.',
  'job-note.image-truncated': '{file} has an image that is truncated: {image}.',
  'job-note.image-number': 'image {number}',
  'job-note.not-splats': '{file} is a PLY file without Gaussian splats: it has no “{property}”.',
  'job-note.more-images': '… and {count} more of its images.',
  'job-note.too-many-models': 'The task lists {count} models. The first {max} were downloaded.',
  'job-note.not-checked': 'Not checked: {reason}',
  'job-note.ended-early':
    'The job ended before all steps were finished. The finished results are in the output folder.',
  'job-note.failed-task-charged': 'The service charged {credits, number, credits} credits for a task that failed.',
  'job-note.library-only': 'The finished results are in the library only. {reason}',
  'job-note.second-task': 'A second task with the same settings was found at the service: {id}.',
  'job-note.found-task': 'Found at the service: task {id}.',

  'text.two': '{one} {two}',
  'text.quoted': '“{text}”',
  'text.number-more': '{count} more',
} as const;
