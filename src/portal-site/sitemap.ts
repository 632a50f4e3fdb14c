import { sql } from 'drizzle-orm'
import { asService, type Database } from '#platform/db.ts'
import { iso, select } from '#platform/select.ts'
import { productPath } from './words.ts'

/** A sitemap file holds 50,000 addresses at most; each page has two. */
const pagesMax = 25_000

const columns = {
  customUrl: sql<string>`custom_url`,
  customDomain: sql<string | null>`custom_domain`,
  productId: sql<string | null>`product_id`,
  changed: iso(sql<Date>`updated_at`),
}

/**
 * Every portal's page, then the products on sale, the latest change first, in both languages, for search engines; on a
 * portal's own host only that one's.
 */
export async function sitemap(database: Database, origin: string, portalId?: string): Promise<string> {
  const portals = sql`(select id, created_at, custom_url, updated_at, case when domain_state = 3 then custom_domain end as custom_domain
    from portal where deleted_at is null and ${portalId ? sql`id = ${portalId}` : sql`true`})`
  const found = await database.transaction(asService('public'), (tx) =>
    select(
      tx,
      columns,
      sql`(
          select custom_url, custom_domain, null::uuid as product_id, updated_at, 0 as part, created_at as at from ${portals} p
          union all
          select p.custom_url, p.custom_domain, d.id, d.updated_at, 1, null from ${portals} p
            join product d on d.portal_id = p.id and d.status = 'active') pages
        order by part, at, updated_at desc, product_id limit ${pagesMax}`,
    ),
  )
  const entries = found.map(({ customUrl, customDomain, productId, changed }) => {
    const below = productId ? productPath(productId) : ''
    const es = customDomain ? `https://${customDomain}${below || '/'}` : `${origin}/${customUrl}${below}`
    const en = customDomain ? `https://${customDomain}/en${below}` : `${origin}/en/${customUrl}${below}`
    const twins = `<xhtml:link rel="alternate" hreflang="es" href="${es}"/><xhtml:link rel="alternate" hreflang="en" href="${en}"/><xhtml:link rel="alternate" hreflang="x-default" href="${es}"/>`
    const day = changed.slice(0, 10)
    return [es, en].map((loc) => `<url><loc>${loc}</loc><lastmod>${day}</lastmod>${twins}</url>`).join('')
  })
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>`
}
