import { defaultPortalPicture, thumbnailWidth } from '#platform/constants.ts'
import classes from './cover.module.css'
import { orders, palettes, sleeveOf, type sleeveShapes } from './sleeve.ts'

function Sleeve({ id, size }: { id: string; size: number }) {
  const { palette, shape, turned, order } = sleeveOf(id)
  const colours = palettes[palette] ?? palettes[0]
  const [ground, one, other] = (orders[order] ?? orders[0]).map((at) => colours[at] ?? '') as [
    string,
    string,
    string,
  ]
  return (
    <svg className={classes.cover} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={ground} />
      <g transform={turned ? `rotate(${turned * 90} 20 20)` : undefined}>{shapes[shape]?.(one, other)}</g>
    </svg>
  )
}

const shapes = [
  (shape: string, light: string) => (
    <>
      <circle cx="20" cy="24" r="11" fill={shape} />
      <path d="M0 27q5-4 10 0t10 0 10 0 10 0v13H0z" fill={light} />
    </>
  ),
  (shape: string, light: string) => (
    <>
      <circle cx="15" cy="20" r="11" fill={shape} />
      <circle cx="25" cy="20" r="11" fill={light} opacity=".85" />
    </>
  ),
  (shape: string, light: string) => (
    <>
      <path d="M7 7h26v26H7z" fill={shape} />
      <circle cx="15" cy="15" r="7" fill={light} />
    </>
  ),
  (shape: string, light: string) => (
    <>
      <path d="M0 40 14 12 24 30 31 18 40 40z" fill={shape} />
      <circle cx="31" cy="10" r="4" fill={light} />
    </>
  ),
  (shape: string, light: string) => (
    <>
      <path d="M0 8h40v8H0zM0 24h40v8H0z" fill={shape} />
      <circle cx="12" cy="20" r="8" fill={light} />
    </>
  ),
  (shape: string, light: string) => (
    <>
      <path d="M4 36a32 32 0 0 1 32-32v32z" fill={shape} />
      <path d="M20 36a16 16 0 0 1 16-16v16z" fill={light} />
    </>
  ),
] as const satisfies { length: typeof sleeveShapes }

/** Our own pictures come in the size of lists too. */
const small = (url: string) => (url.startsWith('/files/') ? `${url}?w=${thumbnailWidth}` : url)

/** A portal's picture, or a sleeve drawn for it. Decorative: its name always stands beside it. */
export function Cover({ of, size = 28 }: { of: { id: string; pictureUrl?: string | null }; size?: number }) {
  if (of.pictureUrl && of.pictureUrl !== defaultPortalPicture) {
    return (
      <img
        className={classes.cover}
        src={size <= thumbnailWidth / 2 ? small(of.pictureUrl) : of.pictureUrl}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        // Fifty of them in sight would otherwise go before the scripts that make the page work.
        fetchPriority="low"
      />
    )
  }
  return <Sleeve id={of.id} size={size} />
}

/** «All portals»: four sleeves in the place of one. */
export const FourCovers = () => (
  <span className={classes.four}>
    {['a', 'f', 'c', 'k'].map((id) => (
      <Sleeve key={id} id={id} size={11} />
    ))}
  </span>
)
