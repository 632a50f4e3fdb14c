import classes from './drawing.module.css'

/** An amp whose cable is out. */
export function UnpluggedDrawing() {
  return (
    <svg className={classes.art} width="440" height="190" viewBox="0 0 440 190" aria-hidden="true">
      <path className="k" d="M10 172H430" />
      <g transform="translate(56 70)">
        <path className="k" d="M47 0c0-8 34-8 34 0" />
        <rect className="bg" width="128" height="96" rx="6" />
        <path className="k" d="M0 24h128" />
        <circle className="k" cx="16" cy="12.5" r="3.5" />
        <path className="k" d="M16 12.5v-3" />
        <circle className="k" cx="30" cy="12.5" r="3.5" />
        <path className="k" d="M30 12.5v-3" />
        <circle className="k" cx="44" cy="12.5" r="3.5" />
        <path className="k" d="M44 12.5v-3" />
        <circle className="k" cx="114" cy="12.5" r="3.5" />
        <rect className="k" x="9" y="32" width="110" height="54" rx="2" />
        <path
          className="k th hatch"
          d="M9 38h110M9 44h110M9 50h110M9 56h110M9 62h110M9 68h110M9 74h110M9 80h110"
        />
        <circle className="bg" cx="64" cy="59" r="22" />
        <circle className="k th" cx="64" cy="59" r="15.39" />
        <circle className="k" cx="64" cy="59" r="6.16" />
        <path className="k" d="M12 96v5h10v-5M106 96v5h10v-5" />
      </g>
      <path className="k th" d="M30 181h70M250 181h90" />
      <circle className="bg" cx="184" cy="128" r="6" />
      <circle className="k" cx="184" cy="128" r="2" />
      <path className="k th" d="M203 112l8-8M206 128h11M203 144l8 8" />
      <g transform="translate(262 128) rotate(180)">
        <g transform="translate(0 0) rotate(0)">
          <rect className="bg " x="-34" y="-6" width="22" height="12" rx="2.5" />
          <path className="k th" d="M-29-6v12M-25-6v12" />
          <path className="bg" d="M-12-3.5h16v7h-16zM4-3.5l4 1v5l-4 1M8-2.5l6 1.5v2l-6 1.5" />
          <path className="k" d="M-6-3.5v7" />
        </g>
      </g>
      <path
        className="k a thick"
        d="M296 128c44 0 30 52 66 52 26 0 22-24 4-22-22 2-10 24 20 22 20-2 30-8 44-8"
      />
    </svg>
  )
}
