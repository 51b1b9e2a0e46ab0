import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { CHINESE } from '../src-shared/messages/chinese.ts';
import { ENGLISH } from '../src-shared/messages/english.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Phrases that this project does not use in texts for people, each with the words to use instead. */
const BANNED: readonly (readonly [phrase: RegExp, replacement: string])[] = [
  [/\bpictures?\b/i, '“image”'],
  [/\bby (itself|themselves)\b/i, '“automatically”, “alone” or “only”'],
  [/\b(is|are) not there( any more)?\b/i, '“no longer exists”, “was removed” or “is missing”'],
  [/\bany more\b/i, '“no longer”'],
  [/\banew\b/i, '“again”'],
  [/(^|[.!?] )(What|Whether) [^?]*$/, 'a subject, a verb and an object'],
  [/\b(is|are|was|were|be|been) told\b/i, '“is reported” or “is shown”'],
  [/\bput away\b/i, '“archived” or “moved”'],
  [/\bas the service does it\b/i, '“default settings”'],
  [/\b0[.,]00 free\b/i, '“free”'],
  [/\bbrought nothing\b/i, '“could not be downloaded”'],
  [/\bhad a fault\b|\bfault of (its|our) own\b/i, '“returned an error” or “internal error”'],
  [/\bmaybe paid\b/i, '“charge unconfirmed”'],
  [/\boutcome unknown\b/i, '“no confirmation from the service”'],
  [/\bat most this many\b/i, '“maximum number of …”'],
  [/\bleft out:/i, '“leave empty to …”'],
  [/\b(are|is) made (of|from|by|here|on|with)\b/i, '“generated” or “created”'],
  [/\bmakes? (a )?models?\b/i, '“generates a model”'],
  [/\b(is|are|was|were|be|been|appears?|yet) whole\b/i, '“complete”'],
  [/\bgoes on\b|\bgo on by\b/i, '“continues” or “resumes”'],
  [/\bleans? on\b/i, '“depends on”'],
  [/\bno neural network\b/i, '“rule-based”'],
  [/\bcould not be learned\b/i, '“could not check”'],
  [/\bfour-sided\b/i, '“quad”'],
  [/\bthere is no such\b/i, '“… does not exist”'],
  [/\bas which\b/i, 'a noun'],
  [/\bputs? out\b/i, '“returns” or “creates”'],
  [/\bof (our|its|their|your) own\b/i, '“own …”, “separate” or “custom”'],
  [/\bnobody\b/i, '“no one”, or name the subject'],
  [
    /colour|favourit|\bgrey|metres?\b|centred?\b|honour|behaviour|artefact|neighbour|recognis|organis/i,
    'American spelling',
  ],
  [/\blicence/i, 'American spelling'],
];

/** A legal text. */
const LICENCE = 'src-main/local-service/reference/apache-licence.ts';

/** Pages with lists of the words that prompts may have, as `- label: word, word.`: only the labels are texts. */
const WORD_LISTS = /(image-edits|text-prompts)\.md$/;

/** Tables of texts: string literals and templates with at least two words. */
const TABLES = [
  'src-shared/messages/*.ts',
  'src-shared/doctor/*-texts.ts',
  'src-shared/delivery/import-settings.ts',
  'src-shared/recipes/**/*.ts',
  'src-shared/api/{fields,operations,rules,protocol,models}/**/*.ts',
  'src-shared/api/{source,operation}.ts',
  'src-shared/api/messages/*.ts',
  'src-shared/api/messages/engine/*.ts',
  'src-shared/operations/*.ts',
  'src-shared/sources/*.ts',
  'src-renderer/**/*texts.ts',
  'src-renderer/**/*labels.ts',
  'src-main/cli/**/*.ts',
  'src-main/shell/**/*.ts',
  'src-main/start/*.ts',
  'src-main/start.ts',
  'src-main/local-service/**/*.ts',
].flatMap((pattern) => globSync(pattern, { cwd: root, exclude: [LICENCE] }));

const PAGES = ['*.md', 'docs/**/*.md', 'src-main/**/*.md', 'assets/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
);

describe('texts for people avoid the banned phrases', () => {
  test.each(TABLES)('%s', (file) => {
    expect(listTexts(file).flatMap(findBanned)).toEqual([]);
  });

  test.each(PAGES)('%s', (file) => {
    expect(listParagraphs(file).flatMap(findBanned)).toEqual([]);
  });
});

test('every message in English has a Chinese one, and neither is empty', () => {
  expect(Object.keys(CHINESE).toSorted()).toEqual(Object.keys(ENGLISH).toSorted());
});

function findBanned(text: string): string[] {
  return BANNED.filter(([phrase]) => phrase.test(text)).map(([, replacement]) => `“${text}”: use ${replacement}`);
}

/** The texts of a module: strings of two words or more, and one-word strings that begin with a capital. */
function listTexts(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((text) => /^\p{Lu}|\S \S/u.test(text)).map(withoutCode);
}

function listParagraphs(file: string): string[] {
  const page = readFileSync(path.join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const texts = WORD_LISTS.test(file) ? page.replaceAll(/^(- [^:\n]+:) [^.\n]+\.$/gm, '$1') : page;
  return texts.split(/\n{2,}|\n(?=[-*|#] ?)/).map((paragraph) => withoutCode(paragraph.replaceAll(/\s+/g, ' ').trim()));
}

/** Code in backticks, addresses and paths keep their form. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`|“[a-z_]+”|\]\([^)]*\)|\S*[/_]\S*|\S+\.(ts|md|json|png|svelte)\b/g, '');
}
