import type { Operation, Request, Rule } from './request.ts';

/** A body without what does not matter to its rule. */
export type Body = Readonly<Record<string, unknown>>;

/** One rule, bodies that keep it and bodies that break it and no other. */
export interface Case {
  readonly rule: Rule;
  readonly operation: Operation;
  /** Absent: the same in both. */
  readonly region?: Request['region'];
  readonly accepted: readonly Body[];
  readonly refused: readonly Body[];
}

/** Stand-ins, filled with an upload and a signed URL of the service a body is sent to. */
export const TOKEN = 'file_a';
export const OWN_URL = 'https://own.dropforge.dev/a.png';

/** Tasks that every service of these tests has: an image and four views. */
export const PICTURE_TASK = '3f6c1a52-8f0e-4d0c-9b57-0a3c5d7e9f11';
export const VIEWS_TASK = '3f6c1a52-8f0e-4d0c-9b57-0a3c5d7e9f22';

/** An ordinary 3D model. */
export const V31 = 'v3.1-20260211';
/** The texture version that knows `fast`. */
export const V35_TEXTURE = { texture_version: 'v3.5-20260815' };
/** An image model that takes every field. */
export const FLARE = 'chat_image_2.5_flare';
/** An image as a file object. */
export const FILE = { type: 'png', file_token: TOKEN };

/** A text-to-model. */
export const textBody = (more: Body = {}): Body => ({ model: V31, prompt: 'a red stool', ...more });
/** An image-to-model. */
export const imageBody = (more: Body = {}): Body => ({ model: V31, input: TOKEN, ...more });
/** A text-to-model with P1. */
export const P1 = (more: Body = {}): Body => textBody({ model: 'P1-20260311', ...more });
/** A text-to-model with P2. */
export const P2 = (more: Body = {}): Body => textBody({ model: 'P2-20260801', ...more });
/** A text-to-image. */
export const textToImageBody = (more: Body = {}): Body => ({ prompt: 'a red stool', ...more });
/** An image-to-image. */
export const imageToImageBody = (more: Body = {}): Body => ({ prompt: 'a red stool', input: TOKEN, ...more });
/** A multiview-to-model without its views. */
export const multiviewBody = (views: Body): Body => ({ model: V31, ...views });
/** An edit of views. */
export const editMultiviewBody = (...prompts: unknown[]): Body => ({ original_task_id: VIEWS_TASK, prompts });
/** One prompt of an edit. */
export const hat = (name: string, prompt: unknown = 'a hat') => ({ view: name, prompt });
/** A text of some length. */
export const letters = (count: number) => 'x'.repeat(count);

/** Cases of one operation: a rule, bodies that keep it, bodies that break it. */
export const on = (operation: Operation) => (rule: Rule, accepted: readonly Body[], refused: readonly Body[]) =>
  ({ rule, operation, accepted, refused }) satisfies Case;

/** Some images. */
export const files = (count: number) => Array.from({ length: count }, () => FILE);
