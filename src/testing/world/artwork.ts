import { randomFrom } from './random.ts'

/** Ground, shape, light and a dark tone of a record, chosen together. */
const palettes = [
  ['#0d3b4f', '#f2b84b', '#f4efe2', '#08222e'],
  ['#26324f', '#8fb3ef', '#f4f5f7', '#161d30'],
  ['#d9dedb', '#171b19', '#e94d00', '#171b19'],
  ['#20473a', '#a9d8b8', '#f7f3df', '#102a22'],
  ['#101413', '#f96500', '#d3d7d5', '#0a0c0b'],
  ['#540c26', '#ef8fb1', '#f8e9ee', '#2f0615'],
  ['#f0d9b5', '#a5402d', '#2c3e3a', '#2c1d18'],
  ['#c7d3d4', '#603f8b', '#f5d547', '#2b1b42'],
  ['#e8e1d3', '#2a6f6b', '#d1495b', '#16322f'],
  ['#343a6b', '#f4845f', '#f7e1d7', '#1c2046'],
] as const

type Palette = (typeof palettes)[number]

const dots = (draw: (column: number, row: number) => string) =>
  Array.from({ length: 36 }, (_, at) => draw(at % 6, Math.floor(at / 6))).join('')

/** Compositions of a sleeve of 100 × 100, without its ground; they leave its edges free where they can. */
const motifs: ((palette: Palette, chance: () => number) => string)[] = [
  ([, shape, light]) =>
    `<circle cx="50" cy="52" r="27" fill="${shape}"/>` +
    [60, 70, 80]
      .map(
        (y, at) =>
          `<path d="M0 ${y}q12.5-9 25 0t25 0 25 0 25 0v40H0z" fill="${light}" opacity="${[0.35, 0.6, 1][at]}"/>`,
      )
      .join(''),
  ([, shape, light]) =>
    `<circle cx="37" cy="50" r="27" fill="${shape}"/><circle cx="63" cy="50" r="27" fill="${light}" opacity=".86"/>`,
  ([ground, shape, light]) =>
    `<path d="M18 18h64v64H18z" fill="${shape}"/><path d="M18 50h64v32H18z" fill="${light}"/><circle cx="50" cy="50" r="18" fill="${ground}"/>`,
  ([, shape, light]) =>
    `<circle cx="73" cy="28" r="11" fill="${light}"/><path d="M0 100 32 36 50 66 66 46 100 100z" fill="${shape}"/><path d="M32 36l9 15-6 5-4-6-6 4z" fill="${light}"/>`,
  ([ground, shape, light]) =>
    [40, 31, 22, 13]
      .map(
        (r, at) =>
          `<path d="M${50 - r} 76a${r} ${r} 0 0 1 ${2 * r} 0z" fill="${[shape, light, ground, shape][at]}"/>`,
      )
      .join(''),
  ([, shape, light], chance) => {
    const odd = Math.floor(chance() * 36)
    return dots((column, row) => {
      const chosen = row * 6 + column === odd
      return `<circle cx="${15 + column * 14}" cy="${15 + row * 14}" r="${chosen ? 6.4 : 4}" fill="${chosen ? light : shape}"/>`
    })
  },
  ([, shape, light], chance) =>
    Array.from({ length: 17 }, (_, at) => {
      const high = 8 + Math.abs(Math.sin(at * 0.72)) * 34 * (0.6 + chance() * 0.6)
      return `<rect x="${14 + at * 4.3}" y="${50 - high / 2}" width="2.3" height="${high}" rx="1.1" fill="${at % 5 === 2 ? light : shape}"/>`
    }).join(''),
  ([, shape, light]) =>
    `<path d="M50 34 0 12v26zM50 34l50-22v26z" fill="${light}" opacity=".8"/><path d="M44 38h12l5 54H39z" fill="${shape}"/><path d="M42.6 54h14.8l1 11H41.6zM40.7 76h18.6l1 11H39.7z" fill="${light}"/><circle cx="50" cy="33" r="6.5" fill="${shape}"/>`,
  ([, shape, light]) =>
    [0, 1, 2]
      .map((at) => `<path d="M${22 + at * 19} 20a18.6 30 0 0 1 0 60z" fill="${at === 1 ? light : shape}"/>`)
      .join(''),
  ([ground, shape, light]) =>
    `<path d="M20 74V44a30 30 0 0 1 60 0v30z" fill="${shape}"/><path d="M33 74V46a17 17 0 0 1 34 0v28z" fill="${ground}"/><circle cx="50" cy="50" r="8" fill="${light}"/><path d="M12 74h76v5H12z" fill="${light}"/>`,
]

export interface Artwork {
  palette: Palette
  /** The motif alone, in a square of 100. */
  motif: string
}

/** The artwork of the world's nth title: neighbours share neither motif nor colours. */
export function artwork(nth: number): Artwork {
  const palette = palettes[(nth * 3 + Math.floor(nth / 10)) % palettes.length] ?? palettes[0]
  const motif = motifs[(nth * 7) % motifs.length]
  return { palette, motif: motif?.(palette, randomFrom(`artwork ${nth}`).next) ?? '' }
}

/** The sleeve itself: ground and motif, placed by its corner and side. */
export const sleeve = ({ palette, motif }: Artwork, x: number, y: number, side: number) =>
  `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 100 100"><path d="M0 0h100v100H0z" fill="${palette[0]}"/>${motif}</svg>`
