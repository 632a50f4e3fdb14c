import type { Context } from 'hono'
import type { Locale } from '#platform/constants.ts'
import { forAnHour } from './answers.ts'
import { iconOf, iconPicture, manifestOf } from './icon.ts'
import type { PageData } from './page-data.ts'
import { sharePicture } from './share-picture.ts'

/** Registers what lies beside a portal's page, in both languages. */
export type Aside = (
  path: string,
  answer: (data: PageData, locale: Locale, c: Context) => Response | Promise<Response>,
) => void

const keptMax = 200
const sides = [180, 192, 512] as const

/** The pictures that a portal is known by elsewhere: beside shared addresses, in tabs, on home screens. */
export function pictureRoutes(aside: Aside) {
  const kept = new Map<string, Promise<Uint8Array>>()
  /** Drawn once while the portal looks as it does. */
  const once = (kind: string, { portal, appearance }: PageData, draw: () => Promise<Uint8Array>) => {
    const key = JSON.stringify([kind, portal.name, portal.id, appearance])
    const found = kept.get(key) ?? draw()
    if (kept.size > keptMax) kept.clear()
    kept.set(key, found)
    found.catch(() => kept.delete(key))
    return found
  }
  const picture = (kind: string, draw: (data: PageData) => Promise<Uint8Array>) =>
    aside(`${kind}.png`, async (data, _locale, c) =>
      c.body((await once(kind, data, () => draw(data))) as Uint8Array<ArrayBuffer>, 200, {
        'Content-Type': 'image/png',
        'Cache-Control': forAnHour,
      }),
    )
  picture('og', sharePicture)
  for (const side of sides) picture(`icon-${side}`, (data) => iconPicture(data, side))
  aside('icon.svg', async (data, _locale, c) =>
    c.body(await iconOf(data), 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': forAnHour }),
  )
  aside('app.webmanifest', (data, locale, c) =>
    c.body(JSON.stringify(manifestOf(data, locale)), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': forAnHour,
    }),
  )
}
