/** Style of the console; light or dark as in the system. */
export const CONSOLE_STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin-top: 2.5rem; border-bottom: 1px solid GrayText; }
h3 { font-size: 1rem; margin-top: 1.75rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid color-mix(in srgb, GrayText 35%, transparent); vertical-align: top; }
code, .mono { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
form { display: flex; gap: 0.5rem; flex-wrap: wrap; align-items: center; margin: 0.75rem 0; }
input { font: inherit; padding: 0.3rem 0.5rem; min-width: 18rem; }
input.short { min-width: 7rem; width: 7rem; }
button { font: inherit; padding: 0.3rem 0.8rem; }
#message { min-height: 1.5rem; }
.bad { color: light-dark(#a40000, #ff9d9d); }
.once { border: 1px solid; border-radius: 6px; padding: 0.5rem 0.75rem; }
[hidden] { display: none !important; }
`;
