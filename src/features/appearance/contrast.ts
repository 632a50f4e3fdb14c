import {
  clampChroma,
  converter,
  differenceEuclidean,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn'
import type { Colors } from './designs.ts'

registerMode(modeRgb)
registerMode(modeLrgb)
registerMode(modeOklab)
registerMode(modeOklch)
const toOklch = converter('oklch')
const distance = differenceEuclidean('oklab')

/** WCAG 2.2 AA: 4.5:1 for text (1.4.3), 3:1 for what is drawn (1.4.11). */
export const contrastPairs = [
  { color: 'text', on: 'background', needed: 4.5 },
  { color: 'text', on: 'surface', needed: 4.5 },
  { color: 'accent', on: 'background', needed: 3 },
] as const

/** Contrast of two `#rrggbb` colours, 1 to 21. */
export const contrastOf = (a: string, b: string): number => wcagContrast(a, b)

const stepsOfLightness = 400
/**
 * The colour nearest to `color` that reaches `needed` against every one of `grounds`: the same hue, lighter or darker,
 * with as much of its chroma as the screen can show. Undefined when there is none, as between two opposite grounds.
 */
export function nearestPassing(
  color: string,
  grounds: readonly string[],
  needed: number,
): string | undefined {
  const passes = (hex: string) => grounds.every((ground) => contrastOf(hex, ground) >= needed)
  if (passes(color)) return color
  const start = toOklch(color)
  if (!start) return undefined
  let best: { hex: string; far: number } | undefined
  for (let step = 0; step <= stepsOfLightness; step++) {
    const hex = formatHex(clampChroma({ ...start, l: step / stepsOfLightness }, 'oklch'))
    if (!hex || !passes(hex)) continue
    const far = distance(hex, color)
    if (!best || far < best.far) best = { hex, far }
  }
  return best?.hex
}

export interface ContrastFault {
  color: 'text' | 'accent'
  on: 'background' | 'surface'
  ratio: number
  needed: number
  /** What would pass against all grounds of this colour. */
  nearest: string | undefined
}

/** What cannot be read with these colours; empty when all is well. */
export function contrastFaults(colors: Colors): ContrastFault[] {
  return contrastPairs.flatMap(({ color, on, needed }) => {
    const ratio = contrastOf(colors[color], colors[on])
    if (ratio >= needed) return []
    const grounds = contrastPairs.filter((pair) => pair.color === color).map((pair) => colors[pair.on])
    return [{ color, on, ratio, needed, nearest: nearestPassing(colors[color], grounds, needed) }]
  })
}

/** Black or white, whichever is easier to read on the colour; one of them always reaches 4.5:1. */
export const inkOn = (ground: string): string =>
  contrastOf('#000000', ground) >= contrastOf('#ffffff', ground) ? '#000000' : '#ffffff'

/** The accent as it may be used for small text on the background. */
export const textAccent = ({ accent, background, text }: Colors): string =>
  nearestPassing(accent, [background], 4.5) ?? text

/** Yellows that are darkened turn to mud; a sun that sinks turns red. Degrees of oklch. */
const yellows = { from: 62, to: 125, sunk: { mode: 'oklch', l: 0.64, c: 0.18, h: 36 } } as const
/** The accent as it may be drawn under a name in large letters (3:1). */
export function underName({ accent, text }: Colors): string {
  if (contrastOf(accent, text) >= 3) return accent
  const { h = 0 } = toOklch(accent) ?? {}
  const sinks = h > yellows.from && h < yellows.to
  const turned = (sinks ? formatHex(yellows.sunk) : undefined) ?? accent
  return nearestPassing(turned, [text], 3) ?? accent
}
