// What is not implemented must be loud: a test can then never pass on a silent stub.

/** Keys that runtimes ask of any object while printing, awaiting or cloning it. */
const asked = new Set(['then', 'toJSON', 'inspect', 'constructor', '__esModule', 'default', 'nodeType', 'tagName']);

/** Wraps an object so that reading a member it lacks throws an error with the member's full name. */
export function strict(name, target) {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (key in object || typeof key === 'symbol' || asked.has(key)) return Reflect.get(object, key, receiver);
      throw new Error(`Electron stand-in: ${name}.${key} is not implemented`);
    },
  });
}

/** An event object that remembers whether a listener refused it. */
export function cancelable(fields = {}) {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}
