import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A sentence a source file says of a failure; `X` stands for what varies. */
export interface Said {
  readonly at: string;
  readonly text: string;
}

/** Where in their arguments errors have their sentence. */
const ERRORS: Readonly<Record<string, number>> = {
  AppError: 1,
  ModelError: 1,
  PictureError: 1,
  ConvertError: 1,
  EditError: 0,
  RigError: 0,
};

/**
 * The sentences of all errors that the sources below `root` throw, as far as they are written down there: directly, in a
 * constant, or handed to a function of the same file that throws. What is put together elsewhere is not seen.
 */
export function listSaid(root: string, pattern: string, errors: readonly string[]): Said[] {
  return globSync(pattern, { cwd: root }).flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    // Reading all of them as programs would take a dozen seconds.
    if (!/\bnew (?:App|Model|Picture|Convert|Edit|Rig)Error\(/.test(code)) return [];
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
    return saidIn(source, errors).map((text) => ({ at: file.replaceAll('\\', '/'), text }));
  });
}

function saidIn(source: ts.SourceFile, errors: readonly string[]): string[] {
  const said: string[] = [];
  const throwing = new Map<string, number>();
  each(source, (node) => {
    if (!ts.isNewExpression(node)) return;
    const kind = node.expression.getText();
    const place = errors.includes(kind) ? ERRORS[kind] : undefined;
    const message = place === undefined ? undefined : node.arguments?.[place];
    if (!message) return;
    said.push(...textsOf(message));
    if (!ts.isIdentifier(message)) return;
    const owner = ownerOf(node);
    const index = owner?.parameters.findIndex(({ name }) => name.getText() === message.text) ?? -1;
    const name = owner && nameOf(owner);
    if (name !== null && name !== undefined && index >= 0) throwing.set(name, index);
  });
  each(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    const index = throwing.get(node.expression.getText());
    const given = index === undefined ? undefined : node.arguments[index];
    if (given) said.push(...textsOf(given));
  });
  return said.filter((text) => / /.test(text.replaceAll('X', '').trim()));
}

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
}

type Owner = ts.FunctionDeclaration | ts.ArrowFunction;

function ownerOf(node: ts.Node): Owner | null {
  let at: ts.Node | undefined = node;
  while (at && !ts.isFunctionDeclaration(at) && !ts.isArrowFunction(at)) at = at.parent;
  return at ?? null;
}

function nameOf(owner: Owner): string | null {
  if (ts.isFunctionDeclaration(owner)) return owner.name?.text ?? null;
  return ts.isVariableDeclaration(owner.parent) ? owner.parent.name.getText() : null;
}

/** Every text an expression may be; none where only running it would tell. */
function textsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('')];
  }
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    return textsOf(node.right);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return textsOf(node.left).flatMap((left) => textsOf(node.right).map((right) => left + right));
  }
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (!ts.isIdentifier(node)) return [];
  const constant = constantOf(node);
  return constant ? textsOf(constant) : [];
}

/** What the nearest constant of that name before it was set to. */
function constantOf(name: ts.Identifier): ts.Expression | null {
  let found: ts.Expression | null = null;
  each(name.getSourceFile(), (node) => {
    const isBefore = node.end <= name.pos;
    if (isBefore && ts.isVariableDeclaration(node) && node.name.getText() === name.text)
      found = node.initializer ?? null;
  });
  return found;
}
