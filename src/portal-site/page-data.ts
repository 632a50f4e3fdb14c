import { sql } from 'drizzle-orm'
import { type Appearance, shownProductsMax } from '#features/appearance/contract.ts'
import { draftAppearance, publishedAppearance } from '#features/appearance/server/queries.ts'
import { placedProducts } from '#features/appearance/server/shown-products.ts'
import type { Event } from '#features/events/contract.ts'
import { publishedEvents } from '#features/events/server/queries.ts'
import { type LiveFeatured, liveFeatured } from '#features/featured/server/queries.ts'
import type { Release } from '#features/releases/contract.ts'
import { currentReleases } from '#features/releases/server/queries.ts'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import type { BilingualText } from '#platform/table.ts'
import { type PageProduct, type ProductDetail, productDetail, productTiles } from './product-data.ts'

export interface PagePortal {
  id: string
  accountId: string
  name: string
  customUrl: string
  /** Only when it is verified. */
  customDomain: string | null
  holder: string
  /** The account's own words on its legal pages. */
  legalNotice: BilingualText | null
  privacyNotice: BilingualText | null
}
export interface PageLink {
  id: string
  title: BilingualText
  url: string
  pictureUrl: string | null
  highlight: boolean
}
/** Everything that a portal's page shows, in both languages. */
export interface PageData {
  portal: PagePortal
  appearance: Appearance
  links: PageLink[]
  products: PageProduct[]
  /** Soonest first. */
  events: Event[]
  featured: LiveFeatured[]
  releases: Release[]
  /** When something appears or disappears by the clock next; the page is right until then. */
  validUntil: number
}

/** A product's own page: its portal, as it looks, and the product. */
export interface ProductPageData {
  portal: PagePortal
  appearance: Appearance
  product: ProductDetail
}

/** How a request names a portal. */
export type PortalName = { address: string } | { id: string }

/** A portal's page as fans see it, or with its draft; undefined when there is no such portal. */
export function loadPage(
  database: Database,
  name: PortalName,
  look: 'published' | 'draft' = 'published',
): Promise<PageData | undefined> {
  return database.transaction(asService('public'), async (tx) => {
    const portal = await findPortal(tx, name)
    if (!portal) return undefined
    const appearance = await (look === 'draft' ? draftAppearance : publishedAppearance)(tx, portal.id)
    const { links, turns } = await liveLinks(tx, portal.id)
    const now = new Date()
    const events = await publishedEvents(tx, portal.id, now)
    const featured = await liveFeatured(tx, portal.id, now)
    const releases = await currentReleases(tx, portal.id, now)
    return {
      portal,
      appearance,
      links,
      products: await productTiles(tx, placedProducts(portal.id), shownProductsMax),
      events: events.items,
      featured: featured.items,
      releases: releases.items,
      validUntil: Math.min(
        Number.MAX_SAFE_INTEGER,
        ...turns,
        ...events.turns,
        ...featured.turns,
        ...releases.turns,
      ),
    }
  })
}

/** The page of a product that is on sale; undefined when the portal has no such product. */
export function loadProductPage(
  database: Database,
  name: PortalName,
  productId: string,
): Promise<ProductPageData | undefined> {
  return database.transaction(asService('public'), async (tx) => {
    const portal = await findPortal(tx, name)
    const product = portal && (await productDetail(tx, portal.id, productId))
    return product && { portal, product, appearance: await publishedAppearance(tx, portal.id) }
  })
}

interface PortalRow {
  id: string
  account_id: string
  name: string
  custom_url: string
  custom_domain: string | null
  holder: string
  notice: BilingualText | null
  privacy: BilingualText | null
}

async function findPortal(tx: Tx, name: PortalName): Promise<PagePortal | undefined> {
  const where = 'id' in name ? sql`p.id = ${name.id}` : sql`p.custom_url = ${name.address}`
  const [row] = await rows<PortalRow>(
    tx,
    sql`select p.id, p.account_id, p.name, p.custom_url, case when p.domain_state = 3 then p.custom_domain end as custom_domain, a.name as holder, t.notice, t.privacy
      from portal p join account a on a.id = p.account_id left join legal_text t on t.account_id = a.id where ${where} and p.deleted_at is null limit 1`,
  )
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      name: row.name,
      customUrl: row.custom_url,
      customDomain: row.custom_domain,
      holder: row.holder,
      legalNotice: row.notice,
      privacyNotice: row.privacy,
    }
  )
}

async function liveLinks(tx: Tx, portalId: string) {
  const found = await rows<{
    id: string
    title: BilingualText
    url: string
    picture_url: string | null
    highlight: boolean
    live: boolean
    turns: string[]
  }>(
    tx,
    sql`select id, title, url, picture_url, highlight, (starts_at is null or starts_at <= now()) as live,
        (extract(epoch from case when starts_at > now() then starts_at else ends_at end) * 1000)::float8 as turn
      from link where portal_id = ${portalId} and visible and (ends_at is null or ends_at > now()) order by position, id`,
  )
  return {
    links: found
      .filter(({ live }) => live)
      .map(({ id, title, url, picture_url, highlight }) => ({
        id,
        title,
        url,
        highlight,
        pictureUrl: picture_url,
      })),
    turns: found.flatMap((row) => (row as { turn?: number | null }).turn ?? []),
  }
}
