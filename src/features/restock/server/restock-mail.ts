import { type SQL, sql } from 'drizzle-orm'
import { goodsOf } from '#features/products/server/availability.ts'
import type { Locale } from '#platform/constants.ts'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import { type FanMailSettings, fanLink, fanPage } from '#platform/fan-links.ts'
import { putMail } from '#platform/mail.ts'
import type { BilingualText } from '#platform/table.ts'
import { words } from '#platform/words.ts'

interface Waiting {
  id: string
  email: string
  locale: Locale
  product_id: string
  variant_id: string | null
  name: BilingualText
  size: string | null
  colour: string | null
  portal: string
  custom_url: string
}

const waiting = (where: SQL) => sql`
  select s.id, s.email, s.locale, s.product_id, s.variant_id, d.name, v.size, v.colour, p.name as portal, p.custom_url
    from restock_alert s join product d on d.portal_id = s.portal_id and d.id = s.product_id
    left join variant v on v.portal_id = s.portal_id and v.id = s.variant_id
    join portal p on p.id = s.portal_id where p.deleted_at is null and ${where}`

/** Asks whoever has the address whether they want it, and says how to take it back without a login. */
export async function askToConfirm(tx: Tx, alertId: string, settings: FanMailSettings): Promise<void> {
  const [row] = await rows<Waiting>(tx, waiting(sql`s.id = ${alertId}`))
  if (row) await write(tx, 'restock', row, settings)
}

const batch = 500
/** On sale, with somewhere to buy it, and some of what was asked for there. */
const isBack = sql`d.status = 'active'
  and exists (select 1 from purchase_address a where a.portal_id = d.portal_id and a.product_id = d.id)
  and (select bool_or(not g.sold_out) from ${goodsOf} g where s.variant_id is null or g.id = s.variant_id)`

/**
 * Writes to everybody who waits for what can be bought again, once each: the mail and its mark are one transaction. A job
 * calls it each minute.
 */
export async function tellRestocks(database: Database, settings: FanMailSettings): Promise<number> {
  for (let told = 0; ; ) {
    const some = await database.transaction(asService('job'), async (tx) => {
      const found = await rows<Waiting>(
        tx,
        sql`${waiting(sql`s.told_at is null and s.confirmed_at is not null and ${isBack}`)}
          order by s.id limit ${batch} for update of s skip locked`,
      )
      for (const row of found) await write(tx, 'restockBack', row, settings)
      await tx.execute(
        sql`update restock_alert set told_at = clock_timestamp()
          where id = any(${sql.param(`{${found.map(({ id }) => id).join(',')}}`)}::uuid[])`,
      )
      return found.length
    })
    told += some
    if (some < batch) return told
  }
}

async function write(tx: Tx, kind: 'restock' | 'restockBack', row: Waiting, settings: FanMailSettings) {
  const { id, email, locale, portal, size, colour } = row
  const which = [size, colour].filter(Boolean).join(', ')
  const name = row.name[locale] || row.name.es
  const title = which ? `${name} (${which})` : name
  const say = (key: string) => words(`mail.${kind}.${key}`, locale, { title, portal })
  const page = fanPage(settings, row.custom_url, locale)
  const erase = fanLink(settings, page, 'restock', 'erase', id)
  const product = `${page}/product/${row.product_id}${row.variant_id ? `/${row.variant_id}` : ''}`
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
