import { sql } from 'drizzle-orm'
import { fetchPicture } from '#features/files/server/fetch-picture.ts'
import { picturesMax } from '#features/products/contract.ts'
import { getProduct } from '#features/products/server/queries.ts'
import { draftOfProduct } from '#features/products/server/sheet-draft.ts'
import { moveProduct, updateProduct } from '#features/products/server/write-product.ts'
import { asJob } from '#platform/background.ts'
import type { Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'
import { shopAddresses } from '#platform/shop-app.ts'
import { file as storedFile } from '#platform/table.ts'
import type { Run, Step } from './run.ts'

type Waiting = { active: boolean; list: { url: string; alt: string }[] }
const columns = {
  foreignId: sql<string>`i.foreign_id`,
  targetId: sql<string>`i.target_id`,
  productId: sql<string>`i.product_id`,
  pictures: sql<Waiting>`i.pictures`,
  left: number(sql<number>`count(*) over ()`),
}

const nextOf = (tx: Tx, { portalId, connectorId }: Run) =>
  select(
    tx,
    columns,
    sql`shop_item i where i.portal_id = ${portalId} and i.connector_id = ${connectorId} and i.pictures is not null
      order by i.foreign_id limit 1`,
  )

/**
 * The pictures of one product, drawn anew as uploads are. With them it goes on sale when it is on sale in the shop and lacks
 * nothing. A picture that cannot be had is left out: the product says what it lacks.
 */
export const syncPictures: Step = async (means, run) => {
  const [next] = await asJob(means.database, (tx) => nextOf(tx, run))
  if (!next) return { cursor: null, looked: 0, keep: async () => 0 }
  const { targetId, productId, foreignId } = next
  const { files, log, shops } = means
  const kept: (NonNullable<Awaited<ReturnType<typeof fetchPicture>>> & { alt: string })[] = []
  for (const { url, alt } of next.pictures.list.slice(0, picturesMax)) {
    const stored = await fetchPicture(files, log, url, shopAddresses(shops))
    if (stored) kept.push({ ...stored, alt })
  }
  return {
    cursor: next.left > 1 ? foreignId : null,
    looked: 1,
    ...(run.cursor === null ? { total: next.left } : {}),
    keep: async (tx) => {
      for (const { key, kind, bytes } of kept)
        await tx.insert(storedFile).values({ portalId: targetId, key, type: kind, bytes })
      await tx.execute(sql`update shop_item set pictures = null where portal_id = ${run.portalId}
        and connector_id = ${run.connectorId} and foreign_id = ${foreignId}`)
      const before = await getProduct(tx, targetId, productId)
      if (!before || before.pictures.length > 0) return 0
      const pictures = kept.map(({ url, alt }) => ({ url, alt }))
      const after = await updateProduct(tx, before, { ...draftOfProduct(before), pictures })
      if (next.pictures.active && after.status === 'draft' && after.gaps.length === 0)
        await moveProduct(tx, targetId, productId, 'active')
      return 0
    },
  }
}
