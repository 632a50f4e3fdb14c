import { sql } from 'drizzle-orm'
import { asService, type Database, rows } from '#platform/db.ts'

/** A sitemap file holds 50,000 addresses at most; each portal has two. */
const portalsMax = 25_000

/** Every portal's page in both languages, for search engines; on a portal's own host only that one's. */
export async function sitemap(database: Database, origin: string, portalId?: string): Promise<string> {
  const found = await database.transaction(asService, (tx) =>
    rows<{ custom_url: string; custom_domain: string | null; updated_at: Date | string }>(
      tx,
      sql`select custom_url, case when domain_state = 3 then custom_domain end as custom_domain, updated_at
        from portal where deleted_at is null and ${portalId ? sql`id = ${portalId}` : sql`true`} order by created_at limit ${portalsMax}`,
    ),
  )
  const entries = found.map(({ custom_url, custom_domain, updated_at }) => {
    const es = custom_domain ? `https://${custom_domain}/` : `${origin}/${custom_url}`
    const en = custom_domain ? `https://${custom_domain}/en` : `${origin}/en/${custom_url}`
    const twins = `<xhtml:link rel="alternate" hreflang="es" href="${es}"/><xhtml:link rel="alternate" hreflang="en" href="${en}"/>`
    const changed = new Date(updated_at).toISOString().slice(0, 10)
    return [es, en].map((loc) => `<url><loc>${loc}</loc><lastmod>${changed}</lastmod>${twins}</url>`).join('')
  })
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>`
}
