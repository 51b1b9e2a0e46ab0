/** Style of the console; light or dark as in the system. */
export const CONSOLE_STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
html { background: Canvas; color: CanvasText; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin-top: 2.5rem; border-bottom: 1px solid GrayText; }
h3 { font-size: 1rem; margin-top: 1.75rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid color-mix(in srgb, GrayText 35%, transparent); vertical-align: top; }
code, .mono { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
form { display: flex; gap: 0.5rem; flex-wrap: wrap; align-items: end; margin: 0.75rem 0; }
input { font: inherit; padding: 0.3rem 0.5rem; width: 18rem; max-width: 100%; box-sizing: border-box; }
input.short { width: 7rem; }
input[type='date'] { width: 10rem; }
button { font: inherit; padding: 0.3rem 0.8rem; min-height: 1.75rem; }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; justify-content: space-between; }
select { font: inherit; }
fieldset { border: 0; padding: 0; margin: 0; }
fieldset input { width: 1.5rem; height: 1.5rem; vertical-align: middle; }
fieldset label { margin-right: 1rem; }
.field { display: flex; flex-direction: column; gap: 0.25rem; max-width: 100%; }
.panel { border: 1px solid color-mix(in srgb, GrayText 50%, transparent); border-radius: 6px; padding: 0.5rem 0.75rem; gap: 0.75rem 1rem; }
.panel h3 { flex-basis: 100%; margin: 0; }
.scroll { overflow-x: auto; position: relative; }
.actions { display: flex; gap: 0.5rem; white-space: nowrap; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
#message { min-height: 1.5rem; }
a, a:visited { color: light-dark(#0b57d0, #9ec1ff); }
.bad { color: light-dark(#a40000, #ff9d9d); }
.once { border: 1px solid; border-radius: 6px; padding: 0.5rem 0.75rem; }
[hidden] { display: none !important; }
`;
