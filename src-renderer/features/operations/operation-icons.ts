import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right';
import Blocks from '@lucide/svelte/icons/blocks';
import Bone from '@lucide/svelte/icons/bone';
import Box from '@lucide/svelte/icons/box';
import Brush from '@lucide/svelte/icons/brush';
import ChartPie from '@lucide/svelte/icons/chart-pie';
import ChevronsUp from '@lucide/svelte/icons/chevrons-up';
import CirclePlus from '@lucide/svelte/icons/circle-plus';
import Clapperboard from '@lucide/svelte/icons/clapperboard';
import FileInput from '@lucide/svelte/icons/file-input';
import Grid2x2 from '@lucide/svelte/icons/grid-2x2';
import Image from '@lucide/svelte/icons/image';
import Images from '@lucide/svelte/icons/images';
import PersonStanding from '@lucide/svelte/icons/person-standing';
import Sparkles from '@lucide/svelte/icons/sparkles';
import Triangle from '@lucide/svelte/icons/triangle';
import Wand from '@lucide/svelte/icons/wand';
import type { LucideIcon } from '@lucide/svelte';
import type { OperationName } from '../../../src-shared/api/operations.ts';

/** Icon of each operation. */
export const OPERATION_ICONS: Readonly<Record<OperationName, LucideIcon>> = {
  text_to_model: Box,
  image_to_model: Box,
  multiview_to_model: Box,
  text_to_image: Image,
  image_to_image: Image,
  generate_multiview_image: Images,
  edit_multiview_image: Images,
  image_to_splat: Sparkles,
  texture_model: Brush,
  refine_model: ChevronsUp,
  stylize_model: Blocks,
  convert_model: ArrowLeftRight,
  import_model: FileInput,
  rig_check: PersonStanding,
  rig_model: Bone,
  retarget_animation: Clapperboard,
  segment_mesh: ChartPie,
  complete_mesh: CirclePlus,
  decimate_mesh: Triangle,
  unwrap_uv: Grid2x2,
  smart_segment: Wand,
};
