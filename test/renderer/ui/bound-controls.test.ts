import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

const RENDERER = path.resolve(import.meta.dirname, '../../../src-renderer');

/** Parts of bits-ui that keep a choice of their own unless it is bound. */
const CONTROL = /^(RadioGroup|Checkbox|Switch|ToggleGroup|Toggle|Tabs|Select|Combobox|Slider)\.(Root|Group)$/;
const MENU_CONTROL = /^(DropdownMenu|ContextMenu|Menubar|Command)\.(RadioGroup|CheckboxGroup|CheckboxItem)$/;
const CHOICES = ['value', 'checked', 'pressed'];

/** Lists every component in a part of a syntax tree. */
function listComponents(node: unknown): AST.Component[] {
  if (Array.isArray(node)) return node.flatMap(listComponents);
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(listComponents);
  return 'type' in node && node.type === 'Component' ? [node as AST.Component, ...inner] : inner;
}

/** Lists the choices of a control's that are passed to it one way. */
function listOneWay(source: string): string[] {
  return listComponents(parse(source, { modern: true }).fragment)
    .filter(({ name }) => CONTROL.test(name) || MENU_CONTROL.test(name))
    .flatMap(({ name, attributes }) =>
      attributes
        .filter((each) => each.type === 'Attribute')
        .filter((each) => CHOICES.includes(each.name))
        .map((each) => `${name} ${each.name}`),
    );
}

test('controls show the choice that is in effect, also if another one is refused', () => {
  expect(listOneWay('<Checkbox.Root {checked} /><p><Tabs.Root value="a" bind:open={() => x, y} /></p>')).toEqual([
    'Checkbox.Root checked',
    'Tabs.Root value',
  ]);
  const files = globSync('**/*.svelte', { cwd: RENDERER });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    listOneWay(readFileSync(path.join(RENDERER, file), 'utf8')).map((part) => `${file}: ${part}`),
  );
  expect(found).toEqual([]);
});
