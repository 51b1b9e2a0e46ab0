/** Messages about generators that the user runs, in English; ICU templates by their ids. */
export const GENERATOR_MESSAGES = {
  'generator.made': 'Generated on this computer with {name} ({about}).',
  'generator.made-nearby': 'Generated with {name} ({about}) at {host}.',
  'generator.parameters': 'Parameters: {parameters}.',
  'generator.says': '{name}: {text}.',
  'generator.field-ignored': '{field} has no effect: {name} cannot apply it.',
  'generator.built-in': 'The built-in engine was used, because {name} cannot apply {fields}.',
  'generator.built-in-appearance':
    'The built-in engine was used, because {name} needs a description of the texture (texture_prompt).',
  'generator.cut-out': 'The background was removed with {name} ({about}).',
  'generator.cut-out-failed': 'The built-in mask was used, because {name} could not remove the background. {reason}',
  'generator.sent-again': '{name} restarted and lost the task, so the task was sent to it again.',
  'generator.resumed': 'The task continued in {name} after Dropforge was restarted.',
  'generator.repeated': 'Dropforge was restarted during the task, so the task may have been sent to {name} twice.',
  'generator.response-lost': '{name} did not respond to the task, so it was sent again and may run there twice.',
  'generator.waited':
    '{name} was busy with other work: the task waited {count, plural, one {# minute} other {# minutes}}.',
  'generator.charged': '{name} charged {amount, number, credits} credits for this task.',
  'generator.untextured': '{name} returned the model without a texture.',

  'generator.not-usable': '{name} cannot be used: {reason}. Correct it in the settings.',
  'generator.unknown': 'There is no generator “{name}”. Add it in the settings, or choose another.',
  'generator.other-operation': '{name} does not support {operation}. Choose another generator.',
  'generator.fields':
    '{name} cannot apply {fields}. Remove these fields, or set generation.unsupported to ignore or built-in.',
  'generator.cleanup-invalid':
    'The clean-up cannot be applied: {field} {problem}. Correct the recipe, then send the task again.',
  'generator.needs-appearance':
    '{name} needs a description of the texture. Add a texture_prompt, or choose another generator.',
  'generator.cannot-texture':
    '{name} is a Hunyuan3D {version} server, which cannot texture finished models. Use a 2.0 server for them.',
  'generator.source-too-large':
    'The model has more than {max, number} MB, which {name} cannot receive. Reduce its faces or textures first.',
  'generator.unreachable':
    '{name} does not respond at {url}. Start it, or correct its address in the settings, then send the task again.',
  'generator.stopped': '{name} stopped during the task. Start it again, then send the task again.',
  'generator.unconfirmed':
    '{name} may charge for this task, and Dropforge does not know how it ended. Look for it there. If it is missing, send the task again.',
  'generator.failed-charged':
    '{name} {amount, select, unknown {may have charged} other {charged {amount, number, credits} credits}} for this task. {reason}',
  'generator.not-saved': 'The result could not be saved: {reason}. Download it there from the task {task}.',
  'generator.lost-again':
    '{name} restarted twice during the task. Look for the cause in its log, then send the task again.',
  'generator.time-limit':
    '{name} did not finish within {seconds, plural, one {# second} other {# seconds}} and was stopped. Use a smaller input, or increase its timeLimitSeconds.',
  'generator.busy':
    '{name} was busy with other work for {seconds, plural, one {# second} other {# seconds}}. Send the task again when it is free.',
  'generator.out-of-memory':
    '{name} ran out of memory. Close other programs that use the graphics card, or reduce the size of its models, then send the task again.',
  'generator.charges':
    '{name} at {url} charges for its tasks, so nothing was sent. Set the credits that it may spend per day, or choose another generator.',
  'generator.credit-limit':
    '{name} may spend {limit, number, credits} credits per day at {url}, and this task of {price, number, credits} credits would exceed that, so nothing was sent. Send it again tomorrow (UTC), or increase its creditsPerDay.',
  'generator.price-unknown':
    'The price of this task at {name} is not known, so nothing was sent. Choose another generator.',
  'generator.certificate':
    'The certificate of {url} {reason, select, expired {is expired or not valid yet} host {is for another host} other {comes from an issuer that this computer does not trust}}. Correct it, or the address of {name} in the settings, then send the task again.',
  'generator.other-server':
    'The server at {url} does not respond like a {kind} server ({reason}). Correct the address of {name} in the settings.',
  'generator.refused': '{name} refused the task: {reason}. Correct its settings, then send the task again.',
  'generator.failed': '{name} failed: {reason}. Look for the cause in its log, then send the task again.',
  'generator.cancelled-there': 'The task was cancelled in {name}. Send it again if you still need it.',
  'generator.no-model': '{name} finished without a model file. Make sure that it saves one, then send the task again.',
  'generator.too-large':
    'The result of {name} is larger than {max, number} MB and was discarded. Reduce its number of faces or texture size.',
  'generator.unusable': 'The result of {name} is not a usable model. {reason}',
  'generator.unusable-image': 'The result of {name} is not an image without a background. {reason}',
  'generator.no-image': '{name} finished without an image. Make sure that it saves one, then send the task again.',
  'generator.missing-nodes':
    'ComfyUI does not have the nodes {types}, which the workflow of {name} needs. Install them, restart ComfyUI, then send the task again.',
  'generator.command-missing':
    'The program of {name} could not be started: {reason}. Correct its command in the settings.',
  'generator.command-failed': 'The program of {name} ended with {status}. Its last output: {reason}',
  'generator.command-silent': 'The program of {name} ended with {status} and no output.',
} as const;
