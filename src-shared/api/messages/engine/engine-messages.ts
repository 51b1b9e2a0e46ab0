import { ARCHIVE_MESSAGES } from './files/archive-messages.ts';
import { BODY_MESSAGES } from './models/body-messages.ts';
import { CLEAN_UP_MESSAGES } from './models/clean-up-messages.ts';
import { EDIT_ERROR_MESSAGES } from './images/edit-error-messages.ts';
import { GLTF_MESSAGES } from './files/gltf-messages.ts';
import { IMAGE_EDIT_MESSAGES } from './images/image-edit-messages.ts';
import { IMAGE_ERROR_MESSAGES } from './images/image-error-messages.ts';
import { MESH_MESSAGES } from './models/mesh-messages.ts';
import { MODEL_CONVERT_MESSAGES } from './models/model-convert-messages.ts';
import { MODEL_DAMAGE_MESSAGES } from './files/model-damage-messages.ts';
import { MODEL_ERROR_MESSAGES } from './models/model-error-messages.ts';
import { MODEL_FILE_MESSAGES } from './files/model-file-messages.ts';
import { MODEL_IMPORT_MESSAGES } from './files/model-import-messages.ts';
import { MODEL_LIMIT_MESSAGES } from './files/model-limit-messages.ts';
import { PROMPT_MESSAGES } from './images/prompt-messages.ts';
import { RIG_MESSAGES } from './models/rig-messages.ts';
import { RIG_ERROR_MESSAGES } from './models/rig-error-messages.ts';
import { STYLIZE_MESSAGES } from './models/stylize-messages.ts';
import { SUBJECT_MESSAGES } from './images/subject-messages.ts';
import { TEXTURE_MESSAGES } from './models/texture-messages.ts';
import { TEXTURE_ERROR_MESSAGES } from './models/texture-error-messages.ts';
import { UNUSED_FIELD_MESSAGES } from './unused-field-messages.ts';
import { VIEW_MESSAGES } from './images/view-messages.ts';

/** Every message of the engine, in English; ICU templates by their ids. */
export const ENGINE_MESSAGES = {
  ...ARCHIVE_MESSAGES,
  ...BODY_MESSAGES,
  ...CLEAN_UP_MESSAGES,
  ...EDIT_ERROR_MESSAGES,
  ...GLTF_MESSAGES,
  ...IMAGE_EDIT_MESSAGES,
  ...IMAGE_ERROR_MESSAGES,
  ...MESH_MESSAGES,
  ...MODEL_CONVERT_MESSAGES,
  ...MODEL_DAMAGE_MESSAGES,
  ...MODEL_ERROR_MESSAGES,
  ...MODEL_FILE_MESSAGES,
  ...MODEL_IMPORT_MESSAGES,
  ...MODEL_LIMIT_MESSAGES,
  ...PROMPT_MESSAGES,
  ...RIG_MESSAGES,
  ...RIG_ERROR_MESSAGES,
  ...STYLIZE_MESSAGES,
  ...SUBJECT_MESSAGES,
  ...TEXTURE_MESSAGES,
  ...TEXTURE_ERROR_MESSAGES,
  ...UNUSED_FIELD_MESSAGES,
  ...VIEW_MESSAGES,
} as const;
