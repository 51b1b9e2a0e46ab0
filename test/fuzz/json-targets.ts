import { deliveries, jobManifests } from './json/deliveries.ts';
import { fileHeads } from './json/file-heads.ts';
import { comfyuiAnswers, comfyuiMessages, hunyuanStatus } from './json/generator-answers.ts';
import { handshakes } from './json/handshakes.ts';
import { hotFolderFiles } from './json/hot-folder-files.ts';
import { pageCalls } from './json/page-calls.ts';
import { recipes, sidecars } from './json/recipes.ts';
import { serviceAnswers } from './json/service-answers.ts';
import { serviceConfig, settings, updateFeed } from './json/settings.ts';
import { ktx2, targaTextures } from './json/textures.ts';
import { webhooks } from './json/webhooks.ts';
import { workflows } from './json/workflows.ts';
import type { JsonTarget } from './fuzz-target.ts';

/** Input from outside that the app's own process reads. */
export const JSON_TARGETS: readonly JsonTarget[] = [
  serviceAnswers,
  webhooks,
  recipes,
  sidecars,
  deliveries,
  jobManifests,
  settings,
  serviceConfig,
  updateFeed,
  pageCalls,
  handshakes,
  hotFolderFiles,
  fileHeads,
  ktx2,
  targaTextures,
  hunyuanStatus,
  comfyuiAnswers,
  comfyuiMessages,
  workflows,
];
