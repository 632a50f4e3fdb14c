import { inkOn } from '#features/appearance/contrast.ts'
import { typographyOf } from '#features/appearance/typographies.ts'
import type { Locale } from '#platform/constants.ts'
import { loadSharp } from '#platform/lazy-sharp.ts'
import { outlinesOf } from './outlines.ts'
import type { Dressed } from './render-page.ts'
import { pathIn } from './words.ts'

/** A portal's sign in tabs and on home screens: the first letter of its name on its accent. */
export async function iconOf({ portal, appearance }: Dressed): Promise<string> {
  const draw = await outlinesOf(typographyOf(appearance.typography))
  const [first] = new Intl.Segmenter().segment(portal.name.trim().toLocaleUpperCase('es'))
  const { path, low, high, advance, whole } = draw(first?.segment ?? '')
  const scale = 300 / Math.max(high - low, advance, 1)
  const { accent } = appearance.colors
  // A letter that the font lacks would be an empty box.
  const sign = whole
    ? `<g fill="${inkOn(accent)}" transform="translate(${256 - (advance * scale) / 2} ${256 + ((high + low) * scale) / 2}) scale(${scale} ${-scale})">${path}</g>`
    : `<circle cx="256" cy="256" r="120" fill="${inkOn(accent)}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${accent}"/>${sign}</svg>`
}

/** The same as a picture, for home screens. */
export const iconPicture = async (data: Dressed, side: number): Promise<Uint8Array> =>
  new Uint8Array(
    await (await loadSharp())(Buffer.from(await iconOf(data)))
      .resize(side)
      .png({ palette: true })
      .toBuffer(),
  )

/** What a phone needs to put a portal on its home screen. */
export const manifestOf = ({ portal, appearance }: Dressed, locale: Locale) => {
  const base = `/${portal.customUrl}`
  return {
    id: base,
    name: portal.name,
    short_name: portal.name,
    lang: locale,
    dir: 'auto',
    start_url: pathIn(locale, base),
    display: 'browser',
    theme_color: appearance.colors.background,
    background_color: appearance.colors.background,
    icons: [192, 512].map((side) => ({
      src: `${base}/icon-${side}.png`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
}
