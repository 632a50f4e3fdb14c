import classes from './drawing.module.css'

/** Amps, drums and a microphone under three lamps. */
export function StageDrawing() {
  return (
    <svg className={classes.art} width="760" height="520" viewBox="0 0 760 520" aria-hidden="true">
      <path
        className="k th faint"
        d="M38 152-40 462M82 152l110 310M333 126 214 462M377 126l118 336M628 108 470 462M672 108l80 354"
      />
      <path className="k" d="M0 470H760" />
      <g transform="translate(560 398)">
        <path className="k" d="M88 72V-110M88 56l-15 16M88 56l15 16" />
        <path className="bg" d="M52 -106q36-14 72 0q-36 7-72 0z" />
        <path className="k" d="M-78 72V-54M-78 56l-13 16M-78 56l13 16" />
        <path className="bg" d="M-102 -66h48v18h-48z" />
        <path className="k th" d="M-102 -61h48M-102 -53h48" />
        <path className="k" d="M-40.59 41.76l-10 30.16M40.59 41.76l10 30.16" />
        <circle className="bg" r="58" />
        <circle className="k th" r="52" />
        <circle className="k" r="15.08" cx="17.4" cy="16.24" />
        <path className="k" d="M8 -58v-10" />
        <rect className="bg" x="-18" y="-104" width="54" height="38" rx="3" />
        <path className="k th" d="M-18 -98h54M-18 -72h54" />
      </g>
      <g transform="translate(262 272)">
        <rect className="bg" width="186" height="190" rx="5" />
        <rect className="k" x="8" y="8" width="170" height="174" rx="2" />
        <path
          className="k th hatch"
          d="M8 14h170M8 20h170M8 26h170M8 32h170M8 38h170M8 44h170M8 50h170M8 56h170M8 62h170M8 68h170M8 74h170M8 80h170M8 86h170M8 92h170M8 98h170M8 104h170M8 110h170M8 116h170M8 122h170M8 128h170M8 134h170M8 140h170M8 146h170M8 152h170M8 158h170M8 164h170M8 170h170M8 176h170"
        />
        <circle className="bg" cx="54.5" cy="54.5" r="35.5" />
        <circle className="k th" cx="54.5" cy="54.5" r="25.56" />
        <circle className="k" cx="54.5" cy="54.5" r="10.65" />
        <circle className="bg" cx="54.5" cy="133.5" r="35.5" />
        <circle className="k th" cx="54.5" cy="133.5" r="25.56" />
        <circle className="k" cx="54.5" cy="133.5" r="10.65" />
        <circle className="bg" cx="131.5" cy="54.5" r="35.5" />
        <circle className="k th" cx="131.5" cy="54.5" r="25.56" />
        <circle className="k" cx="131.5" cy="54.5" r="10.65" />
        <circle className="bg" cx="131.5" cy="133.5" r="35.5" />
        <circle className="k th" cx="131.5" cy="133.5" r="25.56" />
        <circle className="k" cx="131.5" cy="133.5" r="10.65" />
        <path className="k" d="M14 190v6h12v-6M160 190v6h12v-6" />
      </g>
      <g transform="translate(262 216)">
        <rect className="bg" width="186" height="56" rx="4" />
        <rect className="k" x="8" y="34" width="170" height="14" rx="2" />
        <path className="k th" d="M8 8h170M8 12.5h170" />
        <circle className="k" cx="20" cy="41" r="3.6" />
        <path className="k" d="M20 41l2 -2.4" />
        <circle className="k" cx="35" cy="41" r="3.6" />
        <path className="k" d="M35 41l-2 -2.4" />
        <circle className="k" cx="50" cy="41" r="3.6" />
        <path className="k" d="M50 41l1 -2.4" />
        <circle className="k" cx="65" cy="41" r="3.6" />
        <path className="k" d="M65 41l2.4 -2.4" />
        <circle className="k" cx="80" cy="41" r="3.6" />
        <path className="k" d="M80 41l-1 -2.4" />
        <circle className="af" cx="168" cy="41" r="4" />
        <path className="k" d="M77 0c0-7 32-7 32 0" />
      </g>
      <g transform="translate(110 366)">
        <path className="k" d="M41 0c0-8 34-8 34 0" />
        <rect className="bg" width="116" height="96" rx="6" />
        <path className="k" d="M0 24h116" />
        <circle className="k" cx="16" cy="12.5" r="3.5" />
        <path className="k" d="M16 12.5v-3" />
        <circle className="k" cx="30" cy="12.5" r="3.5" />
        <path className="k" d="M30 12.5v-3" />
        <circle className="k" cx="44" cy="12.5" r="3.5" />
        <path className="k" d="M44 12.5v-3" />
        <circle className="af" cx="102" cy="12.5" r="3.5" />
        <rect className="k" x="9" y="32" width="98" height="54" rx="2" />
        <path className="k th hatch" d="M9 38h98M9 44h98M9 50h98M9 56h98M9 62h98M9 68h98M9 74h98M9 80h98" />
        <circle className="bg" cx="58" cy="59" r="22" />
        <circle className="k th" cx="58" cy="59" r="15.39" />
        <circle className="k" cx="58" cy="59" r="6.16" />
        <path className="k" d="M12 96v5h10v-5M94 96v5h10v-5" />
      </g>
      <g transform="translate(687 276)">
        <path className="k" d="M0 194V40M-26 194h52M-26 194c2-7 14-8 26-8s24 1 26 8" />
        <path className="k" d="M0 44l34-30" />
        <rect className="bg" x="-4" y="38" width="8" height="12" rx="2" />
        <g transform="translate(36 12) rotate(-41)">
          <rect className="bg" x="-4" y="-5" width="22" height="10" rx="2" />
          <rect className="bg" x="18" y="-8" width="20" height="16" rx="8" />
          <path className="k th" d="M24-8v16M29-8v16M34-6v12" />
        </g>
      </g>

      <g>
        <path
          className="k a thick"
          d="M-40 490C40 490 40 506 92 506c70 0 60-30 128-30 52 0 44 24 16 24-30 0-22-36 26-36"
        />
      </g>
      <path className="k th" d="M40 484h46M330 484h120M520 490h80M640 484h40" />
      <path className="k th" d="M355 -400v492M60 -400v520M650 -400v476" />
      <g transform="translate(60 120)">
        <path className="bg" d="M-15 0h30l7 30h-44z" />
        <path className="k" d="M-22 30q22 9 44 0M-8 0v-9h16v9" />
      </g>
      <g transform="translate(355 92)">
        <path className="bg" d="M-15 0h30l7 30h-44z" />
        <path className="k" d="M-22 30q22 9 44 0M-8 0v-9h16v9" />
      </g>
      <g transform="translate(650 76)">
        <path className="bg" d="M-15 0h30l7 30h-44z" />
        <path className="k" d="M-22 30q22 9 44 0M-8 0v-9h16v9" />
      </g>
    </svg>
  )
}

/** The cable from a button to the stage; as tall as its box. The plug keeps its shape. */
export function CableDrawing() {
  return (
    <>
      <svg
        className={classes.art}
        width="74"
        height="100%"
        viewBox="0 0 74 230"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          className="k a thick"
          vectorEffect="non-scaling-stroke"
          d="M24 0C72 0 58 66 44 120c-16 56-22 108 30 110"
        />
      </svg>
      <svg className={classes.art} width="28" height="14" viewBox="-1 -7 28 14" aria-hidden="true">
        <rect x="5" y="-6" width="20" height="12" rx="2.5" className="bg" />
        <path className="k th" d="M20-6v12M16-6v12" />
        <path className="bg" d="M0-3.5h5v7H0z" />
      </svg>
    </>
  )
}
