/** Drawings of the designs: their colours come from the page's style, their shape from the portal. */

/** Numbers from 0 to 1 that are always the same for the same text. */
export function numbersFrom(seed: string): () => number {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519)
    state = Math.imul(state ^ (state >>> 13), 3_266_489_917)
    state ^= state >>> 16
    return (state >>> 0) / 4_294_967_296
  }
}

const round = (value: number) => Math.round(value * 10) / 10
const svg = (width: number, height: number, content: string, fit = 'xMidYMid slice') =>
  `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="${fit}" aria-hidden="true" focusable="false">${content}</svg>`

/** A low sun behind lines of sea. */
function sea(seed: string): string {
  const next = numbersFrom(seed)
  const [x, y, radius] = [150 + next() * 110, 262, 118 + next() * 14]
  const horizon = 286
  const slits = Array.from({ length: 7 }, (_, n) => {
    const height = 1 + n * 0.8
    return `<rect class="fs" x="0" y="${round(198 + n * 12 + n * n * 0.5)}" width="390" height="${round(height)}"/>`
  }).join('')
  const waves = Array.from({ length: 10 }, (_, n) => {
    const top = horizon + n * 8 + n * n * 1.75
    const heave = 2.5 + n * 1.5
    let at = -90 * next() - 20
    let path = `M${round(at)} ${round(top)}`
    // Level at each crest and trough: no line breaks.
    for (let up = next() > 0.5; at < 410; up = !up) {
      const long = 62 + next() * 70
      const to = round(top + (up ? -1 : 1) * heave * (0.3 + next() * 0.7))
      path += `S${round(at + long / 2)} ${to} ${round(at + long)} ${to}`
      at += long
    }
    return `<path class="fb st" stroke-width="${round(1 + n * 0.16)}" d="${path}V540H-120Z"/>`
  }).join('')
  return svg(
    390,
    512,
    `<rect class="fs" width="390" height="512"/><circle class="fa" cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"/>${slits}${waves}`,
  )
}

/** Strips of torn paper. */
function strips(seed: string): string {
  const next = numbersFrom(seed)
  const strip = (kind: string) => {
    const [x, y, width, height] = [next() * 260, next() * 300, 120 + next() * 180, 24 + next() * 90]
    let top = ''
    let bottom = ''
    for (let at = 0; at <= width; at += 14) {
      top += `L${round(x + at)} ${round(y + next() * 5)}`
      bottom = `L${round(x + at)} ${round(y + height + next() * 5)}${bottom}`
    }
    return `<path class="${kind}" transform="rotate(${round((next() - 0.5) * 24)} ${round(x + width / 2)} ${round(y)})" d="M${top.slice(1)}${bottom}Z"/>`
  }
  const dots = Array.from(
    { length: 130 },
    (_, n) =>
      `<circle class="ft" cx="${(n % 13) * 30 + 15}" cy="${Math.floor(n / 13) * 40 + 20}" r="${round(1 + next() * 5)}"/>`,
  ).join('')
  return svg(390, 400, `${dots}${['fs', 'ft', 'fs', 'fa', 'ft', 'fs'].map(strip).join('')}`)
}

/** A mosaic of quarters, halves and dots. */
function mosaic(seed: string): string {
  const next = numbersFrom(seed)
  const kinds = ['fa', 'ft', 'fs', 'fb']
  const tiles = Array.from({ length: 24 }, (_, n) => {
    const [x, y] = [(n % 6) * 65, Math.floor(n / 6) * 65]
    const kind = kinds[Math.floor(next() * 3)] ?? 'fa'
    const turn = Math.floor(next() * 4) * 90
    const shape = [
      `<path d="M0 0H65A65 65 0 0 1 0 65Z"/>`,
      `<path d="M0 0A32.5 32.5 0 0 1 65 0Z" transform="translate(0 32)"/>`,
      `<circle cx="32.5" cy="32.5" r="22"/>`,
      `<path d="M0 65L65 0V65Z"/>`,
      `<path d="M0 0H65V20H0ZM0 44H65V65H0Z"/>`,
    ][Math.floor(next() * 5)]
    return `<g class="${kind}" transform="translate(${x} ${y}) rotate(${turn} 32.5 32.5)">${shape}</g>`
  }).join('')
  return svg(390, 260, `<rect class="fs" width="390" height="260"/>${tiles}`)
}

/** A cassette, its reels where the tape stands. */
function cassette(seed: string): string {
  const left = 26 + numbersFrom(seed)() * 20
  const reel = (x: number, r: number) =>
    `<circle class="ft" cx="${x}" cy="128" r="${round(r)}"/><circle class="fs" cx="${x}" cy="128" r="17"/><path class="st" stroke-width="4" d="M${x} 113v6M${x} 137v6M${x - 15} 128h6M${x + 9} 128h6"/>`
  return svg(
    390,
    260,
    `<rect class="fs" x="20" y="14" width="350" height="232" rx="16"/><path class="fa" d="M44 38H346V62H44Z"/><path class="ft" opacity=".85" d="M44 66H346V74H44ZM44 78H346V82H44Z"/><rect class="fb" x="84" y="94" width="222" height="68" rx="34"/>${reel(128, left)}${reel(262, 72 - left)}<path class="fb" d="M92 246L108 190H282L298 246Z"/><circle class="fa" cx="128" cy="226" r="7"/><circle class="fa" cx="262" cy="226" r="7"/>`,
  )
}

/** Arcs of an orchestra seen from above. */
function arcs(seed: string): string {
  const next = numbersFrom(seed)
  const rows = Array.from({ length: 6 }, (_, n) => {
    const r = 46 + n * 27
    const seats = 5 + n * 3
    return Array.from({ length: seats }, (_, at) => {
      const angle = Math.PI * (0.1 + (0.8 * at) / (seats - 1))
      return `<circle class="${next() < 0.14 ? 'fa' : 'st'}" cx="${round(195 - Math.cos(angle) * r)}" cy="${round(215 - Math.sin(angle) * r)}" r="6"/>`
    }).join('')
  }).join('')
  return svg(390, 240, `${rows}<path class="fa" d="M187 208h16v10h-16z"/>`)
}

/** Bars of a sound wave made from the name. */
function wave(seed: string): string {
  const next = numbersFrom(seed)
  const bars = Array.from({ length: 56 }, (_, n) => {
    const swell = Math.sin((n / 56) * Math.PI) * (0.35 + 0.65 * Math.abs(Math.sin(n / (2.2 + next()))))
    const height = 8 + swell * 230
    return `<rect class="${n % 9 === 4 ? 'ft' : 'fa'}" x="${n * 7 + 1}" y="${round(150 - height / 2)}" width="4" height="${round(height)}" rx="2"/>`
  }).join('')
  // Stretched, not cut: the whole wave is seen whatever the width.
  return svg(390, 300, bars, 'none')
}

const drawings: Record<string, (seed: string) => string> = {
  cartel: sea,
  carab: sea,
  fanzine: strips,
  rejilla: mosaic,
  casete: cassette,
  programa: arcs,
  onda: wave,
}

/** The drawing of a design for a portal, as markup made by the program alone; empty when the design has none. */
export const drawingOf = (design: string, seed: string): string => drawings[design]?.(seed) ?? ''
