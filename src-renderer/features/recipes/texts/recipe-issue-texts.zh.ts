/** What main says of a chain, and the same in Simplified Chinese; `{1}`, `{2}` … stand for what varies. */
export const RECIPE_ISSUE_TEXTS_ZH: readonly (readonly [said: string, words: string])[] = [
  [
    'Step {1} ({2}) puts out splats, and {3} needs a mesh. Let from point to a step that makes one.',
    '需要网格；步骤 {1} 产生高斯泼溅。',
  ],
  [
    '{1} works on no source at all; a recipe begins with a {2}. Leave the step out, or let the recipe take a prompt.',
    '只处理文字，放在接受提示词的流程开头。',
  ],
  [
    '{1} works on another step, not on the source. Let from point to a step before it.',
    '处理某个步骤的结果，不处理素材。',
  ],
  [
    '{1} needs two to four views. Put generate_multiview_image before it and let from point there, or let the recipe take views.',
    '需要两到四个视图：在前面加generate_multiview_image，或让流程接受多视图。',
  ],
  [
    '{1} takes a picture, and this recipe takes a {2}. Begin with {3}, or change takes.',
    '接受图像，而这个流程以别的素材开始。',
  ],
  [
    '{1} takes a model, and this recipe takes a {2}. Begin with {3}, or change takes.',
    '接受模型文件，而这个流程以别的素材开始。',
  ],
  [
    'Step {1} ({2}) puts out no model, and {3} needs one. Let from point to a step that makes one.',
    '需要模型；步骤 {1} 不产生模型。',
  ],
  ['{1} works on the source only. Set from to null.', '只处理素材。'],
  ['{1} takes what {2} puts out, not {3}. Let from point to such a step.', '处理的是{2}的结果。'],
  [
    'Step {1} can work on an earlier step only, never in a circle. Set from to {2}.',
    '步骤 {1} 处理的是后面的步骤。把它下移，或改为处理前面的步骤。',
  ],
  ['{1} puts out no model. Set exports to null.', '这一步没有模型可以导出。选择“不导出”。'],
  [
    'This step makes {1}, not {2}. Set exports to {1}, or add a convert_model step.',
    '这一步产生 {1}，不是 {2}。按实际格式导出，或添加一个转换步骤。',
  ],
  ['A recipe holds at most {1} steps. Remove one first.', '一个流程最多 {1} 个步骤。先移除一个。'],
  [
    'Several kinds of sources are taken only where the first step makes the model, and no other step works on the source.',
    '只有第一步生成模型、其他步骤都不处理素材时，才能接受多种素材。',
  ],
  ['must hold at least one step.', '流程至少要有一个步骤。添加一个。'],
  ['must hold at most {1}.', '一个流程最多 {1} 个步骤。移除一些。'],
  ['The job brings its source itself. Leave it out.', '任务自己带来素材。去掉这一项。'],
];
