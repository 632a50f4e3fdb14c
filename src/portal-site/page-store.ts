import { gzipSync } from 'node:zlib'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { type ClickTarget, clickTarget } from './click-target.ts'
import { hearChanges } from './hear-changes.ts'
import { loadPage, type PortalName } from './page-data.ts'
import { renderPage, type Surroundings } from './render-page.ts'

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

  keyOf(name: PortalName, locale: Locale): string {
    return `${locale} ${'address' in name ? name.address : name.id}`
  }

  /** A page, made when it is not there; requests for the same one wait for the same work. */
  get(name: PortalName, locale: Locale): Promise<StoredPage | undefined> {
    const key = this.keyOf(name, locale)
    const found = this.at(key, Date.now())
    if (found) return Promise.resolve(found)
    const running = this.loading.get(key) ?? this.make(key, name, locale)
    this.loading.set(key, running)
    return running
  }

  private async make(key: string, name: PortalName, locale: Locale): Promise<StoredPage | undefined> {
    const before = this.changes
    try {
      const data = await loadPage(this.database, name)
      if (!data) return undefined
      const { body, csp, etag } = await renderPage(data, locale, this.around)
      const page: StoredPage = {
        portalId: data.portal.id,
        accountId: data.portal.accountId,
        body,
        gzip: gzipSync(body, { level: 9 }),
        etag,
        csp,
        validUntil: Math.min(data.validUntil, Date.now() + keptMs),
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
