import { gzipSync } from 'node:zlib'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { type ClickTarget, clickTarget } from './click-target.ts'
import { type Embed, renderEmbed } from './embed.ts'
import { hearChanges } from './hear-changes.ts'
import { loadPage, loadProductPage, type PageData, type PortalName } from './page-data.ts'
import { productPart } from './product-page.ts'
import { type Rendered, renderPage, renderPart, type Surroundings } from './render-page.ts'

/** A part instead of the portal's own page: a product's, with one of its variants chosen or none, or what others frame. */
export type PartName = { productId: string; variantId?: string | undefined } | { embed: Embed }

/** A page ready to be sent. */
export interface StoredPage {
  portalId: string
  accountId: string
  body: Buffer
  gzip: Buffer
  etag: string
  csp: string
  validUntil: number
}

type Drawn = Rendered & { of: Pick<PageData, 'portal'> & { validUntil?: number } }

/** Changes are heard at once; what no change is told of, such as an import, shows after this. */
const keptMs = 60_000
const pagesMax = 5_000
const linksMax = 100_000

/** Rendered pages in memory, dropped as soon as anything of their portal changes, in whichever process. */
export class PageStore {
  private pages = new Map<string, StoredPage>()
  private loading = new Map<string, Promise<StoredPage | undefined>>()
  private links = new Map<string, ClickTarget>()
  private changes = 0
  private readonly hearing: ReturnType<typeof hearChanges>
  private readonly database: Database
  private readonly around: Surroundings

  constructor(database: Database, log: Log, around: Surroundings) {
    this.database = database
    this.around = around
    this.hearing = hearChanges(database, log, (portalId) => this.forget(portalId))
  }

  /** Resolves once changes are heard: until then pages are made anew for each request. */
  get ready(): Promise<void> {
    return this.hearing.ready
  }

  /** A page that can be sent now, without waiting. */
  at(key: string, now: number): StoredPage | undefined {
    const found = this.pages.get(key)
    return found && found.validUntil > now ? found : undefined
  }

  keyOf(name: PortalName, locale: Locale, part?: PartName): string {
    const portal = `${locale} ${'address' in name ? name.address : name.id}`
    if (!part) return portal
    return 'embed' in part ? `${portal} ${part.embed}` : `${portal} ${part.productId} ${part.variantId ?? ''}`
  }

  /** A page, made when it is not there; requests for the same one wait for the same work. */
  get(name: PortalName, locale: Locale, part?: PartName): Promise<StoredPage | undefined> {
    const key = this.keyOf(name, locale, part)
    const found = this.at(key, Date.now())
    if (found) return Promise.resolve(found)
    const running = this.loading.get(key) ?? this.make(key, () => this.draw(name, locale, part))
    this.loading.set(key, running)
    return running
  }

  /** A page drawn from what is there now; undefined where nothing is. */
  private async draw(name: PortalName, locale: Locale, wish?: PartName): Promise<Drawn | undefined> {
    const { database, around } = this
    if (!wish || 'embed' in wish) {
      const data = await loadPage(database, name)
      const rendered =
        data &&
        (wish ? await renderEmbed(data, locale, around, wish.embed) : await renderPage(data, locale, around))
      return data && rendered && { of: data, ...rendered }
    }
    const { productId, variantId } = wish
    const of = await loadProductPage(database, name, productId)
    if (!of || (variantId && !of.product.goods.some(({ id }) => id === variantId))) return undefined
    return { of, ...(await renderPart(of, locale, around, productPart(of, locale, around, variantId))) }
  }

  private async make(key: string, draw: () => Promise<Drawn | undefined>): Promise<StoredPage | undefined> {
    const before = this.changes
    try {
      const drawn = await draw()
      if (!drawn) return undefined
      const { of, body, csp, etag } = drawn
      const page: StoredPage = {
        portalId: of.portal.id,
        accountId: of.portal.accountId,
        body,
        gzip: gzipSync(body, { level: 9 }),
        etag,
        csp,
        validUntil: Math.min(of.validUntil ?? Number.MAX_SAFE_INTEGER, Date.now() + keptMs),
      }
      // Something changed while it was being made: good for whoever asked before, not for the next.
      if (before === this.changes && this.hearing.hears()) {
        if (this.pages.size >= pagesMax) this.pages.clear()
        this.pages.set(key, page)
      }
      return page
    } finally {
      this.loading.delete(key)
    }
  }

  /** Where `/go/{key}` leads, while fans may see what it stands on. */
  async link(key: string): Promise<ClickTarget | undefined> {
    const known = this.linkNow(key, Date.now())
    if (known) return known
    const before = this.changes
    const target = await clickTarget(this.database, key)
    if (!target) return undefined
    if (before === this.changes && this.hearing.hears()) {
      if (this.links.size >= linksMax) this.links.clear()
      this.links.set(key, { ...target, until: Math.min(target.until, Date.now() + keptMs) })
    }
    return target
  }

  /** The same without waiting, when it is known. */
  linkNow(key: string, now: number): ClickTarget | undefined {
    const found = this.links.get(key)
    return found && found.until > now ? found : undefined
  }

  /** Drops what shows a portal; everything without an id. */
  private forget(portalId: string | undefined): void {
    this.changes++
    for (const entries of [this.pages, this.links])
      for (const [key, entry] of entries)
        if (portalId === undefined || entry.portalId === portalId) entries.delete(key)
  }

  stop(): Promise<void> {
    return this.hearing.stop()
  }
}
