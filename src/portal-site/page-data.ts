import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { legalText } from '#features/accounts/server/table.ts'
import { type Appearance, shownProductsMax } from '#features/appearance/contract.ts'
import { draftAppearance, publishedAppearance } from '#features/appearance/server/queries.ts'
import { placedProducts } from '#features/appearance/server/shown-products.ts'
import type { Event } from '#features/events/contract.ts'
import { publishedEvents } from '#features/events/server/queries.ts'
import { type LiveFeatured, liveFeatured } from '#features/featured/server/queries.ts'
import { copiedPicture } from '#features/links/server/copy-pictures.ts'
import { link } from '#features/links/server/table.ts'
import { account, portal } from '#features/portals/server/table.ts'
import type { Release } from '#features/releases/contract.ts'
import { currentReleases } from '#features/releases/server/queries.ts'
import { domainStates } from '#platform/constants.ts'
import { asService, type Database, type Tx } from '#platform/db.ts'
import { maybe, select } from '#platform/select.ts'
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
  icon: string | null
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

const [a, l, p, t] = [alias(account, 'a'), alias(link, 'l'), alias(portal, 'p'), alias(legalText, 't')]
const portalColumns = {
  id: p.id,
  accountId: p.accountId,
  name: p.name,
  customUrl: p.customUrl,
  customDomain: sql<
    string | null
  >`case when p.domain_state = ${sql.raw(String(domainStates.verified))} then p.custom_domain end`,
  holder: a.name,
  legalNotice: maybe(t.notice),
  privacyNotice: maybe(t.privacy),
}

async function findPortal(tx: Tx, name: PortalName): Promise<PagePortal | undefined> {
  const where = 'id' in name ? sql`p.id = ${name.id}` : sql`p.custom_url = ${name.address}`
  const [row] = await select(
    tx,
    portalColumns,
    sql`portal p join account a on a.id = p.account_id left join legal_text t on t.account_id = a.id
      where ${where} and p.deleted_at is null limit 1`,
  )
  return row
}

const linkColumns = {
  id: l.id,
  title: l.title,
  url: l.url,
  icon: l.icon,
  highlight: l.highlight,
  pictureUrl: copiedPicture,
  live: sql<boolean>`(l.starts_at is null or l.starts_at <= now())`,
  turn: sql<
    number | null
  >`(extract(epoch from case when l.starts_at > now() then l.starts_at else l.ends_at end) * 1000)::float8`,
}

async function liveLinks(tx: Tx, portalId: string) {
  const found = await select(
    tx,
    linkColumns,
    sql`link l where l.portal_id = ${portalId} and l.visible and (l.ends_at is null or l.ends_at > now())
      order by l.position, l.id`,
  )
  return {
    links: found.filter(({ live }) => live).map(({ live: _, turn: __, ...shown }): PageLink => shown),
    turns: found.flatMap(({ turn }) => turn ?? []),
  }
}
