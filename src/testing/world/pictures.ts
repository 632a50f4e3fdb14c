import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Tx } from '#platform/db.ts'
import type { FileStore } from '#platform/files.ts'
import { file } from '#platform/table.ts'
import { type Artwork, artwork } from './artwork.ts'
import { type PortalKey, portals } from './cast.ts'
import type { WorldProduct } from './catalogue.ts'
import { mockUp, sleevePicture } from './mock-ups.ts'

/** What the picture of a portal's record to come is called. */
export const nextRecord = 'next'

const keyOf = (portal: PortalKey, name: string) =>
  `${createHash('sha256').update(`picture ${portal} ${name}`).digest('hex').slice(0, 32)}.webp`

/** Where a picture of the world lies: known before it is drawn. */
export const pictureUrl = (portal: PortalKey, name: string) => `/files/${keyOf(portal, name)}`

/** What is printed is shown a second time from close by. */
const isPrinted = ({ category }: WorldProduct) => category === 'apparel'
const closeUp = ({ sku }: WorldProduct) => `${sku} print`

/** The pictures of a product, with what they show. */
export const picturesOf = (one: WorldProduct) => ({
  pictureUrls: [
    pictureUrl(one.portal, one.sku),
    ...(isPrinted(one) ? [pictureUrl(one.portal, closeUp(one))] : []),
  ],
  pictureAlts: [one.name.es, ...(isPrinted(one) ? ['El estampado, de cerca'] : [])],
})

export type WorldFile = typeof file.$inferInsert

/**
 * Draws what the demo world sells and keeps it where uploads are kept; made again, it writes the same files. The
 * drawing is done by sharp's own threads, while the world's figures are made.
 */
export function drawPictures(files: FileStore, products: WorldProduct[]): Promise<WorldFile[]> {
  const titles = new Map<string, Artwork>()
  const artOf = (portal: PortalKey, title: string) => {
    const name = `${portal} ${title}`
    const art = titles.get(name) ?? artwork(titles.size)
    titles.set(name, art)
    return art
  }
  const goods = products.map(
    ({ portal, sku, kind, title }, nth) => [portal, sku, mockUp(kind, artOf(portal, title), nth)] as const,
  )
  const prints = products
    .filter(isPrinted)
    .map((one) => [one.portal, closeUp(one), sleevePicture(artOf(one.portal, one.title))] as const)
  const sleeves = (Object.keys(portals) as PortalKey[]).map(
    (portal) => [portal, nextRecord, sleevePicture(artOf(portal, nextRecord))] as const,
  )
  return Promise.all(
    [...goods, ...prints, ...sleeves].map(async ([portal, name, svg]) => {
      const drawn = await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 0 }).toBuffer()
      const key = keyOf(portal, name)
      await files.put(key, drawn)
      return { portalId: portals[portal].id, key, type: 'picture', bytes: drawn.byteLength }
    }),
  )
}

/** The pictures as uploads: what no row shows any more is removed as theirs is. */
export async function insertFiles(tx: Tx, drawn: WorldFile[]): Promise<void> {
  await tx.insert(file).values(drawn).onConflictDoNothing()
}
