/** A glazed mug with a speckled lower half and a handle one can look through; light from the upper left. */
export const MUG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">
  <defs>
    <linearGradient id="glaze" x1="0" x2="1">
      <stop offset="0" stop-color="#1f6f78" />
      <stop offset="0.22" stop-color="#4fb7b5" />
      <stop offset="0.38" stop-color="#7fd6cd" />
      <stop offset="0.7" stop-color="#2f8f93" />
      <stop offset="1" stop-color="#155158" />
    </linearGradient>
    <linearGradient id="clay" x1="0" x2="1">
      <stop offset="0" stop-color="#8d5a3c" />
      <stop offset="0.35" stop-color="#e2ad82" />
      <stop offset="0.7" stop-color="#b87a53" />
      <stop offset="1" stop-color="#6d4029" />
    </linearGradient>
    <linearGradient id="handle" x1="0" y1="0" x2="0.4" y2="1">
      <stop offset="0" stop-color="#74cfc7" />
      <stop offset="0.5" stop-color="#2f8f93" />
      <stop offset="1" stop-color="#134c53" />
    </linearGradient>
    <linearGradient id="rim" x1="0" x2="1">
      <stop offset="0" stop-color="#3d9da0" />
      <stop offset="0.35" stop-color="#b9efe6" />
      <stop offset="1" stop-color="#2a7d82" />
    </linearGradient>
    <linearGradient id="inside" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#0f4046" />
      <stop offset="1" stop-color="#3b1d10" />
    </linearGradient>
    <clipPath id="body">
      <path d="M130 212 C130 250 138 760 168 858 C180 900 262 930 420 930 C578 930 660 900 672 858 C702 760 710 250 710 212 Z" />
    </clipPath>
  </defs>
  <path d="M690 340 C850 300 940 390 930 520 C920 660 800 760 660 750" fill="none" stroke="url(#handle)" stroke-width="82" stroke-linecap="round" />
  <path d="M700 322 C840 290 922 372 916 490" fill="none" stroke="#c4f3ea" stroke-opacity="0.55" stroke-width="14" stroke-linecap="round" />
  <g clip-path="url(#body)">
    <rect x="120" y="180" width="600" height="760" fill="url(#glaze)" />
    <path d="M120 690 C170 650 210 730 262 700 C320 664 350 742 410 712 C470 680 500 744 560 706 C612 676 660 720 720 676 V940 H120 Z" fill="url(#clay)" />
    <path d="M120 690 C170 650 210 730 262 700 C320 664 350 742 410 712 C470 680 500 744 560 706 C612 676 660 720 720 676" fill="none" stroke="#0f4a50" stroke-opacity="0.45" stroke-width="10" />
    <g fill="#5a321f" fill-opacity="0.5">
      <circle cx="230" cy="790" r="7" /><circle cx="300" cy="840" r="5" /><circle cx="352" cy="778" r="6" />
      <circle cx="430" cy="862" r="7" /><circle cx="482" cy="790" r="5" /><circle cx="560" cy="836" r="6" /><circle cx="616" cy="776" r="5" />
    </g>
    <path d="M230 300 C232 420 240 560 254 640" fill="none" stroke="#ffffff" stroke-opacity="0.5" stroke-width="34" stroke-linecap="round" />
    <path d="M420 380 c58 62 86 106 86 150 a86 86 0 0 1 -172 0 c0 -44 28 -88 86 -150 z" fill="#f6efdf" fill-opacity="0.92" />
    <path d="M372 536 a50 50 0 0 0 40 52" fill="none" stroke="#2f8f93" stroke-opacity="0.6" stroke-width="12" stroke-linecap="round" />
  </g>
  <ellipse cx="420" cy="206" rx="291" ry="76" fill="url(#rim)" />
  <ellipse cx="420" cy="204" rx="256" ry="54" fill="url(#inside)" />
  <ellipse cx="420" cy="222" rx="226" ry="34" fill="#4a2412" />
  <ellipse cx="372" cy="216" rx="110" ry="12" fill="#a8693f" fill-opacity="0.6" />
</svg>`;
