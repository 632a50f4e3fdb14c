import { defaultPortalPicture, thumbnailWidth } from '#platform/constants.ts'
import classes from './cover.module.css'

/** Ground, shape and light of a sleeve, chosen together. */
const palettes = [
  ['#0d3b4f', '#f2b84b', '#f4efe2'],
  ['#26324f', '#8fb3ef', '#f4f5f7'],
  ['#d9dedb', '#171b19', '#e94d00'],
  ['#20473a', '#a9d8b8', '#f7f3df'],
  ['#101413', '#f96500', '#d3d7d5'],
  ['#540c26', '#ef8fb1', '#f8e9ee'],
] as const

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
] as const

/** The same portal always gets the same sleeve (FNV-1a over its id). */
function hash(text: string) {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0
  // Ids made in the same moment differ in few bits: stir until all of them count.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** What a sleeve is drawn of: few of a label's artists have the same. */
export function sleeveOf(id: string) {
  const seed = hash(id)
  return {
    palette: seed % palettes.length,
    shape: (seed >>> 8) % shapes.length,
    /** Quarters of a turn. */
    turned: (seed >>> 16) % 4,
    /** Which of the palette's colours is which. */
    order: (seed >>> 24) % orders.length,
  }
}

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
]

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
