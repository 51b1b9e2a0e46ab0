/** A sitting fox seen from the front, its tail curled to one side; light from the upper left. */
export const FOX = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">
  <defs>
    <radialGradient id="fur" cx="0.4" cy="0.3" r="0.85">
      <stop offset="0" stop-color="#ffb066" />
      <stop offset="0.5" stop-color="#ec7a2b" />
      <stop offset="1" stop-color="#a8450f" />
    </radialGradient>
    <radialGradient id="head" cx="0.42" cy="0.32" r="0.8">
      <stop offset="0" stop-color="#ffbd78" />
      <stop offset="0.55" stop-color="#f08434" />
      <stop offset="1" stop-color="#b04c13" />
    </radialGradient>
    <radialGradient id="cream" cx="0.42" cy="0.3" r="0.9">
      <stop offset="0" stop-color="#ffffff" />
      <stop offset="0.6" stop-color="#fdeedb" />
      <stop offset="1" stop-color="#d9b48f" />
    </radialGradient>
    <linearGradient id="tail" x1="0" y1="1" x2="0.5" y2="0">
      <stop offset="0" stop-color="#a8450f" />
      <stop offset="0.5" stop-color="#f08434" />
      <stop offset="1" stop-color="#ffb469" />
    </linearGradient>
    <linearGradient id="sock" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#6b4433" />
      <stop offset="1" stop-color="#2c1812" />
    </linearGradient>
    <clipPath id="tailShape"><path id="tailPath" d="M640 930 C800 960 950 880 946 720 C943 600 860 560 842 470 C772 520 742 600 760 680 C776 752 730 800 640 790 Z" /></clipPath>
  </defs>
  <g clip-path="url(#tailShape)">
    <rect x="600" y="440" width="400" height="540" fill="url(#tail)" />
    <path d="M700 440 H1000 V640 C930 600 900 650 860 610 C830 585 790 620 700 610 Z" fill="url(#cream)" />
  </g>
  <path d="M512 440 C650 470 726 620 730 780 C732 880 690 950 512 950 C334 950 292 880 294 780 C298 620 374 470 512 440 Z" fill="url(#fur)" />
  <path d="M512 520 C600 560 626 660 612 760 C600 840 560 880 512 896 C464 880 424 840 412 760 C398 660 424 560 512 520 Z" fill="url(#cream)" />
  <path d="M300 800 C256 850 270 950 360 954 C430 956 452 900 436 846 C420 792 340 768 300 800 Z" fill="url(#fur)" />
  <path d="M724 800 C768 850 754 950 664 954 C594 956 572 900 588 846 C604 792 684 768 724 800 Z" fill="url(#fur)" />
  <path d="M424 740 C418 820 420 880 408 924 C400 966 500 972 500 930 C502 870 500 800 496 740 Z" fill="url(#sock)" />
  <path d="M600 740 C606 820 604 880 616 924 C624 966 524 972 524 930 C522 870 524 800 528 740 Z" fill="url(#sock)" />
  <path d="M262 330 C220 210 228 110 262 60 C350 90 420 160 452 240 Z" fill="url(#head)" />
  <path d="M762 330 C804 210 796 110 762 60 C674 90 604 160 572 240 Z" fill="url(#head)" />
  <path d="M282 290 C262 210 264 150 280 112 C334 140 378 190 400 242 Z" fill="#4a261a" />
  <path d="M742 290 C762 210 760 150 744 112 C690 140 646 190 624 242 Z" fill="#4a261a" />
  <path d="M512 188 C650 188 760 250 790 350 C806 402 848 430 880 446 C820 470 770 520 700 556 C640 586 570 628 512 628 C454 628 384 586 324 556 C254 520 204 470 144 446 C176 430 218 402 234 350 C264 250 374 188 512 188 Z" fill="url(#head)" />
  <path d="M512 628 C454 628 384 586 324 556 C254 520 204 470 144 446 C230 440 330 420 400 446 C460 470 490 540 512 560 C534 540 564 470 624 446 C694 420 794 440 880 446 C820 470 770 520 700 556 C640 586 570 628 512 628 Z" fill="url(#cream)" />
  <path d="M512 560 C486 536 470 540 466 566 C464 598 492 622 512 622 C532 622 560 598 558 566 C554 540 538 536 512 560 Z" fill="url(#cream)" />
  <ellipse cx="512" cy="572" rx="44" ry="32" fill="#2b1a16" />
  <ellipse cx="500" cy="562" rx="14" ry="7" fill="#ffffff" fill-opacity="0.6" />
  <g fill="#2b1a16"><ellipse cx="384" cy="404" rx="32" ry="42" /><ellipse cx="640" cy="404" rx="32" ry="42" /></g>
  <g fill="#ffffff"><circle cx="374" cy="390" r="11" /><circle cx="630" cy="390" r="11" /></g>
  <path d="M392 250 C430 226 474 214 520 214" fill="none" stroke="#ffe0b8" stroke-opacity="0.6" stroke-width="20" stroke-linecap="round" />
</svg>`;
