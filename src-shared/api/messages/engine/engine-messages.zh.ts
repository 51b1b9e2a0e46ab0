import { ARCHIVE_MESSAGES_ZH } from './files/archive-messages.zh.ts';
import { BODY_MESSAGES_ZH } from './models/body-messages.zh.ts';
import { CLEAN_UP_MESSAGES_ZH } from './models/clean-up-messages.zh.ts';
import { EDIT_ERROR_MESSAGES_ZH } from './images/edit-error-messages.zh.ts';
import { GLTF_MESSAGES_ZH } from './files/gltf-messages.zh.ts';
import { IMAGE_EDIT_MESSAGES_ZH } from './images/image-edit-messages.zh.ts';
import { IMAGE_ERROR_MESSAGES_ZH } from './images/image-error-messages.zh.ts';
import { MESH_MESSAGES_ZH } from './models/mesh-messages.zh.ts';
import { MODEL_CONVERT_MESSAGES_ZH } from './models/model-convert-messages.zh.ts';
import { MODEL_DAMAGE_MESSAGES_ZH } from './files/model-damage-messages.zh.ts';
import { MODEL_ERROR_MESSAGES_ZH } from './models/model-error-messages.zh.ts';
import { MODEL_FILE_MESSAGES_ZH } from './files/model-file-messages.zh.ts';
import { MODEL_IMPORT_MESSAGES_ZH } from './files/model-import-messages.zh.ts';
import { MODEL_LIMIT_MESSAGES_ZH } from './files/model-limit-messages.zh.ts';
import { PROMPT_MESSAGES_ZH } from './images/prompt-messages.zh.ts';
import { RIG_MESSAGES_ZH } from './models/rig-messages.zh.ts';
import { RIG_ERROR_MESSAGES_ZH } from './models/rig-error-messages.zh.ts';
import { STYLIZE_MESSAGES_ZH } from './models/stylize-messages.zh.ts';
import { SUBJECT_MESSAGES_ZH } from './images/subject-messages.zh.ts';
import { TEXTURE_MESSAGES_ZH } from './models/texture-messages.zh.ts';
import { TEXTURE_ERROR_MESSAGES_ZH } from './models/texture-error-messages.zh.ts';
import { UNUSED_FIELD_MESSAGES_ZH } from './unused-field-messages.zh.ts';
import { VIEW_MESSAGES_ZH } from './images/view-messages.zh.ts';

/** Every message of the engine, in Simplified Chinese. */
export const ENGINE_MESSAGES_ZH = {
  ...ARCHIVE_MESSAGES_ZH,
  ...BODY_MESSAGES_ZH,
  ...CLEAN_UP_MESSAGES_ZH,
  ...EDIT_ERROR_MESSAGES_ZH,
  ...GLTF_MESSAGES_ZH,
  ...IMAGE_EDIT_MESSAGES_ZH,
  ...IMAGE_ERROR_MESSAGES_ZH,
  ...MESH_MESSAGES_ZH,
  ...MODEL_CONVERT_MESSAGES_ZH,
  ...MODEL_DAMAGE_MESSAGES_ZH,
  ...MODEL_ERROR_MESSAGES_ZH,
  ...MODEL_FILE_MESSAGES_ZH,
  ...MODEL_IMPORT_MESSAGES_ZH,
  ...MODEL_LIMIT_MESSAGES_ZH,
  ...PROMPT_MESSAGES_ZH,
  ...RIG_MESSAGES_ZH,
  ...RIG_ERROR_MESSAGES_ZH,
  ...STYLIZE_MESSAGES_ZH,
  ...SUBJECT_MESSAGES_ZH,
  ...TEXTURE_MESSAGES_ZH,
  ...TEXTURE_ERROR_MESSAGES_ZH,
  ...UNUSED_FIELD_MESSAGES_ZH,
  ...VIEW_MESSAGES_ZH,
} as const;
