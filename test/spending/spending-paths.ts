import type { OperationName } from '../../src-shared/api/operations.ts';
import { formatCredits, parseCredits, toCredits } from '../../src-shared/api/pricing/credits.ts';
import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import { draftRecipes } from '../../src-shared/recipes/built-in/draft.ts';
import { conversionStep, type Recipe, type RecipeSet } from '../../src-shared/recipes/recipe.ts';
import { serviceForNewJobs } from '../../src-shared/settings/settings.ts';
import { confirmSpending } from '../../src-main/cli/lib/input/confirm-spending.ts';
import { createSpendingAgreement, type SpendingAgreement } from '../../src-main/hot-folders/spending-agreement.ts';
import { createUnconfirmedBatch } from '../../src-main/hot-folders/unconfirmed-batch.ts';
import { createClaimedSources } from '../../src-main/ipc/claimed-sources.ts';
import { createMoneyHandlers } from '../../src-main/ipc/handlers/money-handlers.ts';
import { createOperationHandlers } from '../../src-main/ipc/handlers/operation-handlers.ts';
import { createQueueHandlers } from '../../src-main/ipc/handlers/queue-handlers.ts';
import { createPlanner, type Planner } from '../../src-main/ipc/planner.ts';
import { createRecipeTest } from '../../src-main/ipc/views/recipe-test.ts';
import type { Queue } from '../../src-main/queue/queue.ts';
import { toPlannedJobs } from '../../src-main/queue/spending/planned-jobs.ts';
import type { Command, Consent } from './history.ts';
import type { SpendingWorld } from './spending-world.ts';

type Adding = Extract<Command, { do: 'add' | 'make' | 'test' }>;

/** All paths on which something can be ordered from a queue: of the window, the command line and hot folders. */
export interface SpendingPaths {
  add(queue: Queue, command: Adding): Promise<string>;
  drop(queue: Queue, folder: string, files: number): string;
  approve(queue: Queue, folder: string, consent: Consent): string;
  confirm(queue: Queue, id: string, consent: Consent): Promise<string>;
  repeat(queue: Queue, id: string, consent: Consent): Promise<string>;
  export(queue: Queue, id: string, format: MeshFormat, consent: Consent): Promise<string>;
  operate(queue: Queue, id: string, operation: OperationName, consent: Consent): Promise<string>;
  /** The plan of nothing, with what counts today. */
  planOf(queue: Queue): SpendingPlan;
}

/** More files than this at once are confirmed, whatever they cost. */
const MOST_AT_ONCE = 3;

/** A recipe whose model costs less than the minimum of the draft. */
function cheapRecipe(formats: readonly MeshFormat[]): RecipeSet {
  const made: Recipe['steps'][number] = {
    operation: 'image_to_model',
    params: { model: 'v3.0-20250812' },
    from: null,
    exports: 'glb',
  };
  const others = formats.flatMap((format) => (format === 'glb' ? [] : conversionStep(format, 0)));
  const head = { id: 'cheap', version: 1, name: 'Cheap', help: '', basedOn: null, takes: 'picture' } as const;
  return { picture: { ...head, steps: [made, ...others] } };
}

/** The paths of a world; what they keep in memory ends with the run of its queue. */
export function createSpendingPaths(world: SpendingWorld, serviceId: string): SpendingPaths {
  const { checks, places, settings, kernel } = world;
  const opened = new WeakMap<Queue, ReturnType<typeof open>>();
  const chooseRecipe = (name: string, formats: readonly MeshFormat[]): RecipeSet =>
    name === 'cheap' ? cheapRecipe(formats) : draftRecipes(formats);

  const open = (queue: Queue) => {
    const claimedSources = createClaimedSources();
    const plan: Planner = createPlanner({
      queue,
      settings,
      services: { accountOf: () => serviceId },
      serviceMonitor: places.monitor,
    });
    const book = {
      choose: async (name: string, formats: readonly MeshFormat[]) => chooseRecipe(name, formats),
      accept: (recipe: unknown) => recipe as Recipe,
    };
    const confirmation = { confirmBeyondLimit: async () => undefined };
    const parts = { queue, settings, claimedSources, plan, confirmation, book: book as never };
    return {
      plan,
      claimedSources,
      agreements: new Map<string, SpendingAgreement>(),
      handlers: {
        ...createQueueHandlers(parts),
        ...createOperationHandlers(parts),
        ...createMoneyHandlers(parts),
        'recipes:test': createRecipeTest(parts),
      },
    };
  };
  const of = (queue: Queue): ReturnType<typeof open> => {
    const known = opened.get(queue) ?? open(queue);
    opened.set(queue, known);
    return known;
  };

  /** Answers a plan: the total that is shown, a bit less, or nothing. */
  const answer = ({ total }: SpendingPlan, consent: Consent): { agreed?: string } => {
    const amount = parseCredits(total) ?? 0;
    if (consent === 'none') return {};
    return { agreed: consent === 'total' ? total : formatCredits(toCredits(Math.max(0, amount - 1))) };
  };
  /** Runs a command that may order something, and checks that the person agreed to all of it. */
  const spend = async (
    queue: Queue,
    plan: SpendingPlan,
    consent: Consent,
    run: (given: { agreed?: string }) => Promise<unknown>,
  ): Promise<string> => {
    const given = answer(plan, consent);
    const before = checks.listOrderable(queue);
    await run(given);
    checks.onAgreed(queue, before, given.agreed ?? null);
    return `plan ${plan.total}, agreed ${given.agreed ?? 'to nothing'}`;
  };

  const paths: SpendingPaths = {
    add: async (queue, { do: how, recipe: name, formats, variants, consent }) => {
      const { handlers, claimedSources, plan } = of(queue);
      const picture = world.addPicture();
      const source = { kind: 'picture', name: picture.path.split('/').at(-1) ?? '', ...picture } as const;
      const recipe = chooseRecipe(name, formats);
      if (how === 'make') {
        const planned = plan(toPlannedJobs([source], { recipe, formats, variants }));
        return spend(queue, planned, consent, async ({ agreed }) => {
          const none = { yes: false, maxCredits: agreed };
          const known = serviceForNewJobs(settings.get());
          await confirmSpending(planned, none);
          queue.add([source], { formats, recipe, variants, ...known, outFolder: null });
        });
      }
      const [kept] = claimedSources.keep([source]);
      const id = kept?.id ?? '';
      if (how === 'add') {
        const request = { sourceIds: [id], formats: [...formats], recipe: name, variants };
        return spend(queue, await handlers['money:plan'](request), consent, (given) =>
          handlers['queue:add']({ ...request, ...given }),
        );
      }
      const draft = recipe.picture as Recipe;
      const planned = plan([{ recipe: draft.id, steps: draft.steps, count: 1 }]);
      const request = { sourceId: id, recipe: draft as never, where: 'in_use' } as const;
      return spend(queue, planned, consent, (given) => handlers['recipes:test']({ ...request, ...given }));
    },
    drop: (queue, folder, files) => {
      const { plan, agreements } = of(queue);
      const { formats, spending } = settings.get();
      const hasCap = (): boolean => settings.get().spending.perFolder[folder] !== undefined;
      const agreement = agreements.get(folder) ?? createSpendingAgreement(() => kernel.now(), MOST_AT_ONCE, hasCap);
      agreements.set(folder, agreement);
      const sources = Array.from({ length: files }, () => ({ kind: 'picture' as const, ...world.addPicture() }));
      const planned = plan(toPlannedJobs(sources, { recipe: null, formats }), { origin: folder });
      const isAsked = queue.unconfirmed.of(folder).length > 0;
      const held = agreement.isMany(files) ? 'many' : agreement.findDoubt(planned, isAsked);
      const before = checks.listOrderable(queue);
      const order = { formats, ...serviceForNewJobs(settings.get()), outFolder: null, origin: folder };
      queue.add(sources, { ...order, ...(held && { held }) });
      agreement.count(files);
      // A cap of the folder agrees to all below it.
      checks.onAgreed(queue, before, spending.perFolder[folder] === undefined ? null : 'the cap of the folder');
      return `plan ${planned.total}, ${held ?? 'no doubt'}`;
    },
    approve: (queue, folder, consent) => {
      const { plan } = of(queue);
      const batch = createUnconfirmedBatch(folder, {
        queue,
        clock: { elapsed: () => kernel.now() },
        plan: (jobs, place) => plan(jobs, { origin: folder, ...place }),
      });
      const question = batch.question();
      if (!question) return 'nothing to approve';
      const { agreed } = answer(question.plan, consent);
      const before = checks.listOrderable(queue);
      batch.confirm(agreed === undefined ? null : parseCredits(agreed));
      checks.onAgreed(queue, before, agreed ?? null);
      return `plan ${question.plan.total}, agreed ${agreed ?? 'to nothing'}`;
    },
    confirm: async (queue, id, consent) => {
      const { handlers } = of(queue);
      const plan = await handlers['money:planHeld']({ ids: [id] });
      return spend(queue, plan, consent, (given) => handlers['queue:confirm']({ ids: [id], ...given }));
    },
    repeat: async (queue, id, consent) => {
      const { handlers } = of(queue);
      const plan = await handlers['money:planMore']({ ids: [id] });
      return spend(queue, plan, consent, (given) => handlers['queue:repeat']({ id, seeds: 'new', ...given }));
    },
    export: async (queue, id, format, consent) => {
      const { handlers } = of(queue);
      const plan = await handlers['money:planMore']({ ids: [id], format });
      return spend(queue, plan, consent, (given) => handlers['queue:export']({ ids: [id], format, ...given }));
    },
    operate: async (queue, id, operation, consent) => {
      const { handlers } = of(queue);
      const { step } = await handlers['operations:of']({ id });
      const request = { id, step, operation, params: {} };
      const { plan } = await handlers['operations:check'](request);
      return spend(queue, plan, consent, (given) => handlers['operations:order']({ ...request, ...given }));
    },
    planOf: (queue) => of(queue).plan([]),
  };
  return paths;
}
