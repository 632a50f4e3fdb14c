import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { Parser } from 'htmlparser2'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Session } from '#features/account/contract.ts'
import type { PortalRow } from '#features/portals/contract.ts'
import { embedded } from '#platform/embedded.ts'
import { migrate } from '#platform/migrate.ts'
import { wrapPglite } from '#platform/open-database.ts'
import { permissionKeys, toPermissionMap } from '#platform/permissions.ts'
import { as, ok } from '#testing/as.ts'
import { worldId } from '#testing/world/random.ts'
import { makeWorld } from '#testing/world.ts'
import type { RenderPages } from '../src/http/http-options.ts'
import type { PageContext } from '../src/pages/page-context.ts'
import type { Figure } from './figures.ts'

const session: Session = {
  user: {
    id: worldId('bench staff'),
    name: 'Tomás Urrutia',
    email: 'staff@demo.backline.test',
    ...{ staff: true, super: false, spy: false, locale: 'es' as const },
    permissions: toPermissionMap(permissionKeys) as Record<string, Record<string, boolean>>,
  },
  currentPortalId: null,
  environment: 'production',
}

const portal = (number: number): PortalRow => ({
  id: worldId(`bench portal ${number}`),
  code: `ART${number}`,
  name: `Artista número ${number}`,
  customUrl: `artista-${number}`,
  url: `https://llnk.is/artista-${number}`,
  picture: null,
  pictureUrl: '/portal-default.svg',
  ...{ type: 'simple' as const, master: true, label: false, selfInvoice: true, domainState: null },
  account: {
    id: worldId(`bench account ${number}`),
    name: `Artista ${number}`,
    type: 'simple',
    organisationType: 2,
  },
  netCents: 123_456 * number,
  visits: 789 * number,
  updatedAt: '2026-11-19T10:00:00.000Z',
})
const list = {
  items: Array.from({ length: 50 }, (_, index) => portal(index + 1)),
  total: 73,
  page: 1,
  pageSize: 50,
}
/** Of /analytics what staff see of the demo world's last 30 days. */
async function answers() {
  const database = await wrapPglite(new PGlite(embedded))
  await migrate(database)
  await makeWorld(database, { days: 60 })
  const { analytics } = await as(database, 'staff')
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const days = { f: day(30), t: day(1) }
  const [highlights, sales, visits, albums, flags] = [
    ok(await analytics.highlights(days)),
    ok(await analytics.staffSalesInfo(days)),
    ok(await analytics.staffVisitsInfo(days)),
    ok(await analytics.staffAlbumsInfo(days)),
    ok(await analytics.flags(days)),
  ]
  await database.close()
  return {
    app: {
      checkRoute: async () => ({ redirect: null }),
      appUpdates: async () => ({ showAppUpdates: false, showTour: false, items: [] }),
    },
    portals: { listPortals: async () => list, listAlerts: async () => [] },
    analytics: {
      highlights: async () => highlights,
      staffSalesInfo: async () => sales,
      staffVisitsInfo: async () => visits,
      staffAlbumsInfo: async () => albums,
      flags: async () => flags,
    },
  }
}

/** Whoever asks a page's question that the bench cannot answer is told which: the page itself only says 500. */
const answering = (name: string, answers: Record<string, unknown>): Record<string, unknown> =>
  new Proxy(answers, {
    get: (known, asked) => {
      const found = known[String(asked)]
      if (typeof found === 'function') return found
      if (found) return answering(`${name}.${String(asked)}`, found as Record<string, unknown>)
      const missing = `The bench has no answer to ${name}.${String(asked)}`
      console.error(missing)
      throw new Error(missing)
    },
  })

/** CPU of rendering pages on the server, /portals with 50 rows: no SQL, no compression, all data at hand. */
export async function benchSsr(): Promise<Figure[]> {
  const page = await import(pathToFileURL('dist/server/server-entry.js').href)
  const renderPages: RenderPages = (request, options) => page.default.fetch(request, options)
  const api = answering('api', await answers())
  const limited = async (path: string) => {
    const figure = await measure(path, renderPages, session, api)
    return { ...figure, limit: '≤ 3 ms', met: figure.value <= 3 }
  }
  return [
    await measure('/login', renderPages, null, api),
    await limited('/portals'),
    await limited('/analytics'),
  ]
}

async function measure(
  path: string,
  renderPages: RenderPages,
  who: Session | null,
  api: object,
): Promise<Figure> {
  const render = async () => {
    const context: PageContext = {
      nonce: 'bench',
      api: api as never,
      session: who,
      locale: 'es' as const,
      environment: 'production',
      alertsClosed: false,
      unclear: { path: '', names: [] },
      rendered: {},
    }
    const response = await renderPages(new Request(`http://localhost${path}`), { context })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    return context.rendered.html ?? ''
  }
  const html = await render()
  const rows = html.match(/<tr/g)?.length ?? 0
  if (path === '/portals' && rows < 50) throw new Error(`/portals rendered ${rows} rows`)
  if (path === '/analytics' && (html.match(/<path/g)?.length ?? 0) < 5)
    throw new Error('No charts in /analytics')
  const tree = treeOf(html)
  const value = await cpuMs(render)
  const floor = await cpuMs(async () => renderToString(tree))
  return { what: `SSR of ${path}, CPU per page`, value, unit: 'ms', floor, ratio: value / floor }
}

/** Best of five rounds of 100, after 200 to warm up. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 200; n++) await work()
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage()
    for (let n = 0; n < 100; n++) await work()
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / 1_000 / 100)
  }
  return Math.min(...rounds)
}

/** The page's own markup as plain host elements: what React must write at the least to give the same page. */
function treeOf(html: string): ReactNode {
  type Open = { tag: string; attributes: Record<string, string>; children: ReactNode[] }
  const root: Open = { tag: 'html', attributes: {}, children: [] }
  const open = [root]
  const voids = new Set(['meta', 'link', 'img', 'input', 'br', 'hr'])
  const parser = new Parser({
    onopentag: (tag, attributes) => open.push({ tag, attributes, children: [] }),
    ontext: (text) => open.at(-1)?.children.push(text),
    onclosetag: () => {
      const { tag, attributes, children } = open.pop() ?? root
      // Styles are objects to React, and scripts take no text: both go as plain attributes of the same length.
      const { style, class: className, ...rest } = attributes
      const props = { ...rest, className, 'data-style': style, suppressHydrationWarning: true }
      if (/^(script|style)$/.test(tag)) {
        const inner = { __html: children.join('') }
        open.at(-1)?.children.push(createElement(tag, { ...lower(props), dangerouslySetInnerHTML: inner }))
      } else open.at(-1)?.children.push(createElement(tag, lower(props), ...(voids.has(tag) ? [] : children)))
    },
  })
  parser.end(html)
  return root.children.at(-1)
}

/** Event handlers and React's own names would be warned about; nothing else changes. */
const lower = (props: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(props).filter(
      ([name, value]) => value !== undefined && !/^on|^value$|^checked$/.test(name),
    ),
  )
