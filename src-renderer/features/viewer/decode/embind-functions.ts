/** Converts values of one type to and from WebAssembly in embind. */
interface WireType {
  readonly name: string;
  readonly isVoid?: boolean;
  readonly argPackAdvance: number;
  toWireType(destructors: unknown[] | null, value: unknown): unknown;
  fromWireType(wire: unknown): unknown;
  readValueFromPointer(at: number): unknown;
}

/** Arguments of an invoker, with the names embind's text uses. */
interface InvokerParts {
  readonly humanName: string;
  readonly throwBindingError: (sentence: string) => never;
  readonly invoker: (...wired: unknown[]) => unknown;
  readonly fn: unknown;
  readonly runDestructors: (destructors: unknown[]) => void;
  readonly retType: WireType;
  /** Type of `this`; null: not a method. */
  readonly classParam: WireType | null;
}

interface CallerParts {
  readonly retType: WireType;
  readonly emval_returnValue?: (type: WireType, destructors: unknown, value: unknown) => unknown;
}

type Made = (this: unknown, ...given: never[]) => unknown;

/**
 * Replaces `Function` where emscripten's embind (4.0, `embind_shared.js` and `emval.js`) creates functions from text,
 * which the page's content security policy forbids. Given the names and the text of one of its two kinds, returns an
 * equivalent function without evaluating the text. Throws for any other text.
 */
export function makeEmbindFunction(...text: string[]): (...values: unknown[]) => Made {
  const body = text.at(-1) ?? '';
  const names = text.slice(0, -1);
  return (...values) => {
    const parts: unknown = Object.fromEntries(names.map((name, at) => [name, values[at]]));
    const types = values.filter((_, at) => /^argType\d+$/.test(names[at] ?? '')) as WireType[];
    if (names.includes('invoker')) return makeInvoker(parts as InvokerParts, types);
    if (body.startsWith('return function (obj, func,')) return makeCaller(parts as CallerParts, types, body);
    throw new Error('No function is made out of this text.');
  };
}

// Embind checks that `Function` is itself a function.
makeEmbindFunction.prototype = Function.prototype;

/** Creates a function that calls into WebAssembly: a function, a constructor or a method. */
function makeInvoker(parts: InvokerParts, types: readonly WireType[]): Made {
  const { humanName, throwBindingError, invoker, fn, runDestructors, retType, classParam } = parts;
  return function invoke(this: unknown, ...given: unknown[]): unknown {
    if (given.length !== types.length) throwBindingError(`${humanName} takes ${types.length} and got ${given.length}.`);
    const destructors: unknown[] = [];
    const self = classParam ? [classParam.toWireType(destructors, this)] : [];
    const wired = types.map((type, at) => type.toWireType(destructors, given[at]));
    const wire = invoker(fn, ...self, ...wired);
    runDestructors(destructors);
    return retType.name === 'void' ? undefined : retType.fromWireType(wire);
  };
}

/**
 * Creates a function that WebAssembly calls: a JavaScript method or constructor, with its arguments packed at an
 * address.
 */
function makeCaller(
  { retType, emval_returnValue: giveBack }: CallerParts,
  types: readonly WireType[],
  body: string,
): Made {
  const constructs = body.includes('new func(');
  return (object: unknown, func: (...given: unknown[]) => unknown, destructors: unknown, at: number): unknown => {
    let place = at;
    const given = types.map((type) => {
      const value = type.readValueFromPointer(place);
      place += type.argPackAdvance;
      return value;
    });
    const value: unknown = constructs ? Reflect.construct(func, given) : func.apply(object, given);
    return giveBack?.(retType, destructors, value);
  };
}
