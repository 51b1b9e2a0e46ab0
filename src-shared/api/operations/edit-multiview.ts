import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { field, type Values } from '../fields/field.ts';
import { LIMITS } from '../protocol/limits.ts';
import { badParameter, defineOperation, type Refusal } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { VIEW_KEYS } from '../protocol/task.ts';

const PRICE_A_VIEW = 5;

const viewPrompt = z.looseObject({
  view: z.enum(['front', 'left', 'back', 'right']),
  prompt: z.string().min(1).max(LIMITS.promptMultiviewEdit),
});

const FIELDS = {
  ...REQUEST_FIELDS,
  prompts: field({
    schema: z.array(viewPrompt).min(1).max(4),
    title: 'Edits',
    help: 'One instruction per edited view.',
    group: 'source',
    required: true,
    section: '4.3',
  }),
} as const;

/** Edits the views of a multi-view task (spec 4.3); has no model parameter. */
export const editMultiview = defineOperation({
  name: 'edit_multiview_image',
  path: '/v3/generation/edit-multiview',
  title: 'Edit views',
  help: 'Edits some of four views by instruction.',
  section: '4.3',
  source: { kind: 'task', field: 'original_task_id', types: ['generate_multiview_image'] },
  fields: FIELDS,
  rules: [{ section: '4.3', check: viewsAreUnique }],
  outputs: VIEW_KEYS,
  rateClass: 'generation',
  category: () => 'image',
  price: ({ prompts = [] }) => wholeCredits(PRICE_A_VIEW * prompts.length),
});

/** Each view may be edited only once. */
function viewsAreUnique({ prompts = [] }: Values<typeof FIELDS>): Refusal {
  const views = prompts.map(({ view }) => view);
  const twice = views.find((view, index) => views.indexOf(view) !== index);
  return twice ? badParameter('prompts', ruleMessage('rule.view-twice', { view: twice })) : null;
}
