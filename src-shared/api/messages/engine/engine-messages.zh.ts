import { ARCHIVE_MESSAGES_ZH } from './archive-messages.zh.ts';
import { BODY_MESSAGES_ZH } from './body-messages.zh.ts';
import { EDIT_ERROR_MESSAGES_ZH } from './edit-error-messages.zh.ts';
import { GLTF_MESSAGES_ZH } from './gltf-messages.zh.ts';
import { IMAGE_EDIT_MESSAGES_ZH } from './image-edit-messages.zh.ts';
import { IMAGE_ERROR_MESSAGES_ZH } from './image-error-messages.zh.ts';
import { MESH_MESSAGES_ZH } from './mesh-messages.zh.ts';
import { MODEL_CONVERT_MESSAGES_ZH } from './model-convert-messages.zh.ts';
import { MODEL_DAMAGE_MESSAGES_ZH } from './model-damage-messages.zh.ts';
import { MODEL_ERROR_MESSAGES_ZH } from './model-error-messages.zh.ts';
import { MODEL_FILE_MESSAGES_ZH } from './model-file-messages.zh.ts';
import { MODEL_IMPORT_MESSAGES_ZH } from './model-import-messages.zh.ts';
import { MODEL_LIMIT_MESSAGES_ZH } from './model-limit-messages.zh.ts';
import { PROMPT_MESSAGES_ZH } from './prompt-messages.zh.ts';
import { RIG_MESSAGES_ZH } from './rig-messages.zh.ts';
import { RIG_ERROR_MESSAGES_ZH } from './rig-error-messages.zh.ts';
import { STYLIZE_MESSAGES_ZH } from './stylize-messages.zh.ts';
import { SUBJECT_MESSAGES_ZH } from './subject-messages.zh.ts';
import { TEXTURE_MESSAGES_ZH } from './texture-messages.zh.ts';
import { TEXTURE_ERROR_MESSAGES_ZH } from './texture-error-messages.zh.ts';
import { UNUSED_FIELD_MESSAGES_ZH } from './unused-field-messages.zh.ts';
import { VIEW_MESSAGES_ZH } from './view-messages.zh.ts';

/** Every message of the engine, in Simplified Chinese. */
export const ENGINE_MESSAGES_ZH = {
  ...ARCHIVE_MESSAGES_ZH,
  ...BODY_MESSAGES_ZH,
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
