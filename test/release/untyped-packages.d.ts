// Packages of electron-builder without declarations.

declare module 'plist' {
  const plist: {
    parse(text: string): unknown;
    build(value: object): string;
  };
  export default plist;
}

declare module 'js-yaml' {
  export function load(text: string): unknown;
}
