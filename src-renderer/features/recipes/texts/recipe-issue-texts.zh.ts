/** What main says of a chain, and the same in Simplified Chinese; `{1}`, `{2}` … stand for what varies. */
export const RECIPE_ISSUE_TEXTS_ZH: readonly (readonly [said: string, words: string])[] = [
  [
    'Step {1} ({2}) returns splats, but {3} requires a mesh. Set from to a step that returns one.',
    '需要网格；步骤 {1} 产生高斯泼溅。',
  ],
  [
    '{1} does not use a source, but this recipe starts from {2}. Remove the step, or set takes to prompt.',
    '只处理文字，放在接受提示词的流程开头。',
  ],
  [
    '{1} uses the result of another step, not the source. Set from to an earlier step.',
    '处理某个步骤的结果，不处理素材。',
  ],
  [
    '{1} requires two to four views. Add generate_multiview_image before it and set from to that step, or set takes to views.',
    '需要两到四个视图：在前面添加“图生多视图”，或让流程接受多视图。',
  ],
  [
    '{1} requires an image, but this recipe takes {2}. Start with {3}, or change takes.',
    '接受图像，而这个流程以别的素材开始。',
  ],
  [
    '{1} requires a model file, but this recipe takes {2}. Start with {3}, or change takes.',
    '接受模型文件，而这个流程以别的素材开始。',
  ],
  [
    'Step {1} ({2}) does not return a model, but {3} requires one. Set from to a step that returns one.',
    '需要模型；步骤 {1} 不产生模型。',
  ],
  ['{1} only accepts the source of the job. Set from to null.', '只处理素材。'],
  ['{1} requires the result of {2}, not {3}. Set from to such a step.', '处理的是{2}的结果。'],
  [
    'Step {1} can only use the result of an earlier step. Set from to {2}.',
    '步骤 {1} 处理的是后面的步骤。把它下移，或改为处理前面的步骤。',
  ],
  ['{1} does not return a model. Set exports to null.', '这一步没有模型可以导出。选择“不导出”。'],
  [
    'This step creates {1}, not {2}. Set exports to {1}, or add a convert_model step.',
    '这一步产生 {1}，不是 {2}。按实际格式导出，或添加一个转换步骤。',
  ],
  ['A recipe can have at most {1} steps. Remove one first.', '一个流程最多 {1} 个步骤。先移除一个。'],
  [
    'A recipe can accept several source types only if its first step generates the model and no other step uses the source.',
    '只有第一步生成模型、其他步骤都不处理素材时，才能接受多种素材。',
  ],
  ['must have at least one step.', '流程至少要有一个步骤。添加一个。'],
  ['can have at most {1}.', '一个流程最多 {1} 个步骤。移除一些。'],
  ['The job sets the source. Remove it.', '任务自己带来素材。去掉这一项。'],
];
