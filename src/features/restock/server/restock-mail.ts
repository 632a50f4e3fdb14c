import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { goodsOf } from '#features/products/server/availability.ts'
import { product, variant } from '#features/products/server/table.ts'
import type { Database, Tx } from '#platform/db.ts'
import { type FanMailSettings, fanLink, fanPage } from '#platform/fan-links.ts'
import { putMail } from '#platform/mail.ts'
import { maybe, type RowOf, select } from '#platform/select.ts'
import { tellFans } from '#platform/tell-fans.ts'
import { words } from '#platform/words.ts'
import { restockAlert } from './table.ts'

const [s, d, v, p] = [alias(restockAlert, 's'), alias(product, 'd'), alias(variant, 'v'), alias(portal, 'p')]
const columns = {
  id: s.id,
  email: s.email,
  locale: s.locale,
  productId: s.productId,
  variantId: s.variantId,
  name: d.name,
  size: maybe(v.size),
  colour: maybe(v.colour),
  portal: p.name,
  customUrl: p.customUrl,
}
type Waiting = RowOf<typeof columns>

const waiting = (where: SQL) => sql`restock_alert s
    join product d on d.portal_id = s.portal_id and d.id = s.product_id
    left join variant v on v.portal_id = s.portal_id and v.id = s.variant_id
    join portal p on p.id = s.portal_id where p.deleted_at is null and ${where}`

/** Asks whoever has the address whether they want it, and says how to take it back without a login. */
export async function askToConfirm(tx: Tx, alertId: string, settings: FanMailSettings): Promise<void> {
  const [row] = await select(tx, columns, waiting(sql`s.id = ${alertId}`))
  if (row) await write(tx, 'restock', row, settings)
}

/** On sale, with somewhere to buy it, and some of what was asked for there. */
const isBack = sql`d.status = 'active'
  and exists (select 1 from purchase_address a where a.portal_id = d.portal_id and a.product_id = d.id)
  and (select bool_or(not g.sold_out) from ${goodsOf} g where s.variant_id is null or g.id = s.variant_id)`

/** Writes to everybody who waits for what can be bought again. A job calls it each minute. */
export const tellRestocks = (database: Database, settings: FanMailSettings): Promise<number> =>
  tellFans(database, {
    table: restockAlert,
    find: (tx, some) =>
      select(
        tx,
        columns,
        sql`${waiting(sql`s.told_at is null and s.confirmed_at is not null and ${isBack}`)} ${some}`,
      ),
    write: (tx, row) => write(tx, 'restockBack', row, settings),
  })

async function write(tx: Tx, kind: 'restock' | 'restockBack', row: Waiting, settings: FanMailSettings) {
  const { id, email, locale, portal, size, colour } = row
  const which = [size, colour].filter(Boolean).join(', ')
  const name = row.name[locale] || row.name.es
  const title = which ? `${name} (${which})` : name
  const say = (key: string) => words(`mail.${kind}.${key}`, locale, { title, portal })
  const page = fanPage(settings, row.customUrl, locale)
  const erase = fanLink(settings, page, 'restock', 'erase', id)
  const product = `${page}/product/${row.productId}${row.variantId ? `/${row.variantId}` : ''}`
  await putMail(tx, {
    to: email,
    fromName: portal,
    locale,
    kind,
    subject: say('subject'),
    paragraphs: [say('body')],
    button: {
      text: say('button'),
      link: kind === 'restock' ? fanLink(settings, page, 'restock', 'confirm', id) : product,
    },
    foot: [say('erase'), erase],
    unsubscribeUrl: erase,
  })
}
