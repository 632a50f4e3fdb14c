import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { typographies } from '#features/appearance/typographies.ts'

const require = createRequire(import.meta.url)
const fontFiles = new Map<string, string>(
  typographies.flatMap(({ faces }) =>
    faces.map(({ file }) => [`${file.split('/').at(-1)}.woff2`, file] as const),
  ),
)
const fonts = new Map<string, Buffer<ArrayBuffer>>()

/** A font file of the typographies by its name, from memory; undefined for any other. */
export function font(name: string): Response | undefined {
  const file = fontFiles.get(name)
  if (!file) return undefined
  const bytes = fonts.get(name) ?? readFileSync(require.resolve(`@fontsource-variable/${file}.woff2`))
  fonts.set(name, bytes as Buffer<ArrayBuffer>)
  return new Response(bytes as Buffer<ArrayBuffer>, {
    headers: {
      'Content-Type': 'font/woff2',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Access-Control-Allow-Origin': '*',
    },
  })
}
