import classes from './drawing.module.css'

/** A microphone that nobody stands at. */
export function EmptyStageDrawing() {
  return (
    <svg className={classes.art} width="720" height="380" viewBox="0 0 720 380" aria-hidden="true">
      <path className="k th" d="M360 -200V30" />
      <path d="M338 62 220 352h280L382 62z" fill="var(--bl-accent-soft)" />
      <path className="k th" d="M338 62 220 352M382 62l118 290" />
      <ellipse
        cx="360"
        cy="352"
        rx="140"
        ry="13"
        fill="var(--bl-accent-soft)"
        stroke="var(--bl-accent)"
        strokeWidth="1.6"
      />
      <g transform="translate(360 30)">
        <path className="bg" d="M-16 0h32l8 32h-48z" />
        <path className="k" d="M-24 32q24 10 48 0M-8 0v-10h16v10" />
      </g>
      <g transform="translate(334 158)">
        <path className="k" d="M0 194V40M-26 194h52M-26 194c2-7 14-8 26-8s24 1 26 8" />
        <path className="k" d="M0 44l34-30" />
        <rect className="bg" x="-4" y="38" width="8" height="12" rx="2" />
        <g transform="translate(36 12) rotate(-41)">
          <rect className="bg" x="-4" y="-5" width="22" height="10" rx="2" />
          <rect className="bg" x="18" y="-8" width="20" height="16" rx="8" />
          <path className="k th" d="M24-8v16M29-8v16M34-6v12" />
        </g>
      </g>
      <path className="k" d="M0 352H219M501 352H720" />
      <path className="k a thick" d="M334 350c-30 0-40 22-90 20s-40-12-90-8-90 16-172 6" />
      <path className="k th" d="M540 364h90M60 362h50" />
    </svg>
  )
}
