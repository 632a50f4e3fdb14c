import classes from './drawing.module.css'

/** An open flight case, a poster and a microphone: nothing here yet. */
export function CaseDrawing() {
  return (
    <svg className={classes.art} width="420" height="210" viewBox="0 0 420 210" aria-hidden="true">
      <path className="k" d="M10 196H410" />
      <g transform="translate(118 100)">
        <path className="bg" d="M6 0 22 -52h152l-16 52z" />
        <path className="k th" d="M26-46h138" />
        <rect className="bg" width="168" height="84" rx="3" />
        <path className="k" d="M0 12h168M0 74h168" />
        <path className="k" d="M0 8V3a3 3 0 0 1 3-3h6M168 8V3a3 3 0 0 0-3-3h-6" />
        <rect className="bg" x="24" y="4" width="16" height="18" rx="2" />
        <rect className="bg" x="128" y="4" width="16" height="18" rx="2" />
        <path className="k" d="M28 13h8M132 13h8" />
        <rect className="k" x="64" y="39" width="40" height="16" rx="3" />
        <path className="k" d="M71 47h26" />
        <circle className="bg" cx="18" cy="90" r="6" />
        <circle className="bg" cx="150" cy="90" r="6" />
      </g>
      <path className="k th" d="M30 204h60M300 204h70" />
      <g transform="translate(338 54)">
        <path className="k" d="M0 142V40M-26 142h52M-26 142c2-7 14-8 26-8s24 1 26 8" />
        <path className="k" d="M0 44l34-30" />
        <rect className="bg" x="-4" y="38" width="8" height="12" rx="2" />
        <g transform="translate(36 12) rotate(-41)">
          <rect className="bg" x="-4" y="-5" width="22" height="10" rx="2" />
          <rect className="bg" x="18" y="-8" width="20" height="16" rx="8" />
          <path className="k th" d="M24-8v16M29-8v16M34-6v12" />
        </g>
      </g>
      <path className="k a thick" d="M338 150c-22 8-16 40-34 43-12 2-10-10-2-8 10 3 4 14-10 11" />
      <g transform="translate(64 84)">
        <path className="bg" d="M-26 0h52v92h-52z" />
        <path className="k" d="M-26 0 -30 112M26 0l4 112" />
        <path className="k th" d="M-18 14h36M-18 24h24M-18 34h30" />
        <circle className="af" cx="0" cy="64" r="11" />
      </g>
    </svg>
  )
}
