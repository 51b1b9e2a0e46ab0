import type { BUILT_IN_RECIPE_IDS } from '../../../../src-shared/recipes/built-in/built-in-recipes.ts';
import type { SourceKind } from '../../../../src-shared/formats/source-kind.ts';
import { formatCount, formatList } from '../../../app/language/format.ts';
import type { RECIPE_TEXTS } from './recipe-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

type ShippedId = (typeof BUILT_IN_RECIPE_IDS)[number];

const MANY: Readonly<Record<SourceKind, string>> = {
  picture: '图像',
  views: '多视图',
  prompt: '提示词',
  model: '模型',
};

/** Recipes that come with the app: what they are called, and what they are for. */
const SHIPPED: Readonly<Record<ShippedId, { readonly name: string; readonly help: string }>> = {
  draft: { name: '草稿', help: '一个模型，按你选择的格式输出。' },
  splat: {
    name: '高斯泼溅',
    help: '一张图像的高斯泼溅，输出 PLY：供支持高斯泼溅的查看器和程序使用。不能转换为网格。',
  },
  game: {
    name: '游戏',
    help: '用于游戏引擎：最多 8000 个面，输出 GLB，以及供 Unreal、Unity 和 Blender 使用的 FBX，PNG 贴图 2048 像素，原点在模型底部。',
  },
  film: {
    name: '影视',
    help: '用于近景：精细的网格和贴图，输出 USDZ 和 FBX。本机服务始终生成草稿质量。',
  },
  print: {
    name: '打印',
    help: '用于 3D 打印：STL 和 3MF 以毫米为单位（1 米为 1000 毫米），底部平整。在切片软件中设置最终尺寸。',
  },
  ar: {
    name: 'AR',
    help: '用于手机和网页：最多 10000 个面，真实尺寸，输出 GLB，以及带 1024 像素 JPEG 贴图的 USDZ。导入的模型，GLB 保持不变。',
  },
  character: {
    name: '角色',
    help: '用于两足角色：使用 Mixamo 骨骼名称的骨骼绑定，输出 FBX。使用角色正面全身、双臂离开身体（T 或 A 姿势）的图像。绑定前先运行绑定检查。',
  },
};

/** Words about recipes, in the composer, the plan and their files. */
export const RECIPE_TEXTS_ZH: Translated<typeof RECIPE_TEXTS> = {
  label: '流程',
  choose: (title) => `流程：${title}`,
  list: '流程',
  perJob: '每个任务预估',
  estimate: (price) => `预估 ${price}`,
  priceRange: (lowest, highest) => `${lowest} 至 ${highest}`,
  shipped: {
    name: (id, own) => findShipped(id)?.name ?? own,
    help: (id, own) => findShipped(id)?.help ?? own,
  },
  byId: (id) => findShipped(id)?.name ?? id,
  yours: '自定义',
  steps: (count) => `${formatCount(count)} 个步骤`,
  preview: (title) => `${title} 的步骤`,
  takes: (kinds) => `只接受${formatList(kinds.map((kind) => MANY[kind]))}。`,
  kinds: (kinds) => formatList(kinds.map((kind) => MANY[kind])),
  leftOut: (count, total, kinds) => `${total} 个中有 ${count} 个不加入。这个流程只接受：${kinds}。`,
  leftOutNames: '跳过的文件',
  source: { picture: '图像', views: '多视图', prompt: '提示词', model: '模型文件', any: '素材' },
  variants: '变体',
  variantsHelp: '每个素材的模型数量，各用不同的种子。',
  fewer: '减少一个变体',
  more: '增加一个变体',
  times: (count) => `× ${count}`,
  bring: '导入…',
  export: '导出…',
  upgrade: (id, from, to) => `${id} 有了新版本：从版本 ${from} 到 ${to}`,
  added: (id) => `已添加流程 ${id}。`,
  replaced: (id) => `已替换流程 ${id}。`,
  same: (id) => `流程 ${id} 已经在这里，完全相同。`,
  replace: {
    title: (id) => `替换 ${id}？`,
    lead: '已有同名流程。尚未更改任何内容。',
    changes: (count) => `${formatCount(count)} 处改动`,
    legend: '新增，- 删去，~ 更改',
    foot: '队列中的任务保留当前步骤。',
    act: '替换',
  },
  import: '导入',
  tooLong: (name) => `${name} 超过 1 MB；流程文件应当很短。`,
  tooMuch: (name) => `${name} 超过 23 MB；流程文件最多携带 16 MB 的图像。`,
  left: (names) => `文件中没有以下图像，因为已不存在或太大：${names}。`,
};

function findShipped(id: string): (typeof SHIPPED)[ShippedId] | null {
  return Object.hasOwn(SHIPPED, id) ? SHIPPED[id as ShippedId] : null;
}
