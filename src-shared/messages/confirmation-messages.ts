/** Messages about changes that a person confirms outside the page, in English; ICU templates by their ids. */
export const CONFIRMATION_MESSAGES = {
  'confirmation.service':
    'Use the service {address}. It receives your API key for it, images, models and prompts. {limits}',
  'confirmation.resend':
    'Send a task to {address} again without a question if the service proves that it never received it.',
  'confirmation.service-trust':
    'Trust the certificates and the storage that were given for the service {address}, for this service only.',
  'confirmation.generator-command': 'Run this program on this computer for each model, with your rights: {command}.',
  'confirmation.generator-command-in':
    'Run this program on this computer for each model, with your rights: {command}, in the folder {folder}.',
  'confirmation.generator-address': 'Send images and prompts to the generator at {address}.',
  'confirmation.generator-workflow': 'Send the workflow {file} to the generator at {address}.',
  'confirmation.generator-key-file': 'Send images, prompts and the API key in the file {file} to {address}.',
  'confirmation.generator-key-variable':
    'Send images, prompts and the environment variable {name}, as an API key, to {address}.',
  'confirmation.generator-credits':
    'Spend up to {credits, plural, one {# credit} other {# credits}} per day at {address}, without a question for each job.',
  'confirmation.links-inside': 'Allow links to this computer and the local network.',
  'confirmation.update-feed': 'Check for updates at {address} and show its download page.',
  'confirmation.limit': '{limit}: {before} → {after}.',
  'confirmation.daily-limit': 'Daily limit: {limit}.',
  'confirmation.no-limit': 'none',
  'confirmation.credits': '{amount, number, credits} credits',
  'confirmation.files-at-once':
    'New files at once that need no confirmation in the hot folder “{name}”: {before} → {after}.',
  'confirmation.file': 'Let the page use the file {file}.',
  'confirmation.folder': 'Let the page use the folder {folder} and the folders inside it for images and models.',
  'confirmation.beyond-limit': 'Start {count, plural, one {one job} other {# jobs}} beyond the daily limits.',

  'confirmation.title': 'Allow this change?',
  'confirmation.origin': 'The change was made in Dropforge. If it was not you, do not allow it.',
  'confirmation.allow': 'Allow',
  'confirmation.cancel': 'Cancel',
  'confirmation.code':
    'To allow the change, enter this code in the page within {minutes} minutes: {code}. If it was not you, ignore the code.',

  'confirmation.elsewhere':
    'Make it on the command line: dropforge services add, dropforge services change, dropforge generators add, dropforge budget set.',
  'confirmation.over': 'The code expired, or another change replaced it.',
  'confirmation.wrong-code':
    'It is not the code in the terminal. {left, plural, one {One attempt remains} other {# attempts remain}}.',
  'confirmation.too-many': 'Too many wrong codes. Wait {minutes} minutes, then make the change again.',
  'subject.code': 'The code',
} as const;
