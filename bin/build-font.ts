import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const latin = /archivo-latin-wdth-normal-.*\.woff2$/
/** What the styles use of its axes: 400–700, and 100–118 %. The whole file, of 100–900 and 62–125 %, is 40 kB more. */
const axes = { wght: { min: 400, max: 700 }, wdth: { min: 100, max: 118 } }
/** The `unicode-range` under which the package's styles ask for it. */
const ranges = [
  [0x0000, 0x00ff],
  ...[
    0x0131, 0x02c6, 0x02da, 0x02dc, 0x0304, 0x0308, 0x0329, 0x20ac, 0x2122, 0x2191, 0x2193, 0x2212, 0x2215,
  ].map((one) => [one, one]),
  ...[
    [0x0152, 0x0153],
    [0x02bb, 0x02bc],
    [0x2000, 0x206f],
  ],
]

/** Archivo as the pages use it. Everybody waits for it on the first page, beside the scripts, on the same line. */
export function slimFont(): Plugin {
  return {
    name: 'slim-font',
    apply: 'build',
    async generateBundle(_, bundle) {
      const letters = ranges
        .flatMap(([first = 0, last = 0]) =>
          Array.from({ length: last - first + 1 }, (_one, at) => first + at),
        )
        .map((code) => String.fromCodePoint(code))
        .join('')
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && latin.test(file.fileName))
          file.source = await subsetFont(Buffer.from(file.source), letters, {
            targetFormat: 'woff2',
            variationAxes: axes,
          })
    },
  }
}
