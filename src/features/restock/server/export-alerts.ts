import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { product, variant } from '#features/products/server/table.ts'
import type { Call } from '#platform/call.ts'
import { pointMarks } from '#platform/csv-out.ts'
import { selectInBatches } from '#platform/cursor.ts'
import { iso, maybe } from '#platform/select.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { restockAlert } from './table.ts'

const w = alias(restockAlert, 'w')
const d = alias(product, 'd')
const v = alias(variant, 'v')
const columns = {
  email: w.email,
  locale: w.locale,
  name: d.name,
  sku: d.sku,
  size: maybe(v.size),
  colour: maybe(v.colour),
  consentAt: iso(w.consentAt),
  confirmedAt: iso(w.confirmedAt),
}

/** Everybody who waits for something of a portal and confirmed it. The header holds Brevo's own names; Mailchimp asks. */
export function exportAlerts(
  call: Pick<Call, 'tx' | 'locale' | 'headers' | 'signal'> & { portal: { id: string; code: string } },
) {
  const { tx, portal } = call
  async function* lines() {
    const found = selectInBatches(
      tx,
      columns,
      sql`restock_alert w join product d on d.portal_id = w.portal_id and d.id = w.product_id
        left join variant v on v.portal_id = w.portal_id and v.id = w.variant_id
        where w.portal_id = ${portal.id} and w.confirmed_at is not null and w.told_at is null
        order by w.consent_at, w.id`,
    )
    for await (const some of found)
      yield some.map((one) => [
        ...[one.email, one.locale, one.name.es, one.sku ?? '', one.size ?? '', one.colour ?? ''],
        ...[one.consentAt, one.confirmedAt],
      ])
  }
  const heading = ['EMAIL', 'LOCALE', 'PRODUCT', 'SKU', 'SIZE', 'COLOUR', 'CONSENT_AT', 'CONFIRMED_AT']
  return sheetFile(call, {
    name: `${portal.code.toLowerCase()}-restock`,
    ...{ as: 'csv', marks: pointMarks, heading, lines: lines() },
  })
}
