/** Ground, shape and light of a sleeve, chosen together. */
export const palettes = [
  ['#0d3b4f', '#f2b84b', '#f4efe2'],
  ['#26324f', '#8fb3ef', '#f4f5f7'],
  ['#d9dedb', '#171b19', '#e94d00'],
  ['#20473a', '#a9d8b8', '#f7f3df'],
  ['#101413', '#f96500', '#d3d7d5'],
  ['#540c26', '#ef8fb1', '#f8e9ee'],
] as const

export const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
] as const

/** How many there are to draw. */
export const sleeveShapes = 6

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
    shape: (seed >>> 8) % sleeveShapes,
    /** Quarters of a turn. */
    turned: (seed >>> 16) % 4,
    /** Which of the palette's colours is which. */
    order: (seed >>> 24) % orders.length,
  }
}
