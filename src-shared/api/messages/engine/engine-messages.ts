import { EDIT_ERROR_MESSAGES } from './edit-error-messages.ts';
import { BODY_MESSAGES } from './body-messages.ts';
import { IMAGE_EDIT_MESSAGES } from './image-edit-messages.ts';
import { MESH_MESSAGES } from './mesh-messages.ts';
import { MODEL_CONVERT_MESSAGES } from './model-convert-messages.ts';
import { MODEL_IMPORT_MESSAGES } from './model-import-messages.ts';
import { PROMPT_MESSAGES } from './prompt-messages.ts';
import { RIG_ERROR_MESSAGES } from './rig-error-messages.ts';
import { RIG_MESSAGES } from './rig-messages.ts';
import { STYLIZE_MESSAGES } from './stylize-messages.ts';
import { SUBJECT_MESSAGES } from './subject-messages.ts';
import { TEXTURE_MESSAGES } from './texture-messages.ts';
import { UNUSED_FIELD_MESSAGES } from './unused-field-messages.ts';
import { VIEW_MESSAGES } from './view-messages.ts';

/** Every message of the engine, in English; ICU templates by their ids. */
export const ENGINE_MESSAGES = {
  ...EDIT_ERROR_MESSAGES,
  ...BODY_MESSAGES,
  ...IMAGE_EDIT_MESSAGES,
  ...MESH_MESSAGES,
  ...MODEL_CONVERT_MESSAGES,
  ...MODEL_IMPORT_MESSAGES,
  ...PROMPT_MESSAGES,
  ...RIG_ERROR_MESSAGES,
  ...RIG_MESSAGES,
  ...STYLIZE_MESSAGES,
  ...SUBJECT_MESSAGES,
  ...TEXTURE_MESSAGES,
  ...UNUSED_FIELD_MESSAGES,
  ...VIEW_MESSAGES,
} as const;
