import { beforeAll, beforeEach, expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { Big } from '#platform/money.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import type { SavedViewDraft } from './contract.ts'
import { reportSpan, sendReports } from './server/send-reports.ts'

const world = testDatabase()
const now = new Date('2026-11-18T10:00:00Z')
const { f, t } = reportSpan('weekly', now)
const origin = 'https://app.backline.test'
const settings = { appOrigin: origin, secret: testServices.secret }

const plain = (text: string) => text.replaceAll(/\s/g, ' ')
async function reportOf(page: SavedViewDraft['page'], query: string): Promise<string> {
  const { savedViews } = await as(world.database, 'label')
  const draft = { name: 'Informe', page, query, shared: false, report: 'weekly' as const }
  ok(await savedViews.createView(draft))
  expect(await sendReports(world.database, settings, now)).toBe(1)
  const [mail] = await world.database.query<{ text: string }>(`select text from mail where kind = 'report'`)
  return plain(mail?.text ?? '')
}
beforeAll(async () => {
  const sale = (day: string, sku: string, euros: number) => ({
    row: 0,
    portalKey: portals.claraVentisca.code,
    externalId: `${day} ${sku}`,
    kind: 'sale' as const,
    at: Date.parse(`${day}T10:00:00Z`),
    placedAt: Date.parse(`${day}T10:00:00Z`),
    sku,
    name: `Disco ${sku}`,
    units: 1,
    currency: 'EUR',
    gross: new Big(euros),
    net: new Big(euros),
    tax: new Big(0),
    scale: 2,
  })
  const week = [9, 10, 11, 12, 13, 14, 15].map((day) =>
    sale(`2026-11-${String(day).padStart(2, '0')}`, `N${day}`, 10),
  )
  const before = [sale('2026-11-05', 'N9', 35), sale('2025-11-12', 'N9', 140)]
  await importLines(world.database, 'weeks', { by: 'portal', create: false }, [...week, ...before], {
    secret: Buffer.alloc(32),
  })
  await rollWaitingBatches(world.database)
})

beforeEach(async () => {
  await world.database.query('delete from saved_view')
  await world.database.query(`delete from mail where kind = 'report'`)
})

test('a view that compares with the year before is mailed against the year before', async () => {
  const { analytics } = await as(world.database, 'label')
  const screen = ok(await analytics.netSalesDetailInfo({ f, t, compare: 'year' }))
  expect([screen.totals.netCents, screen.deltaPct.netCents]).toEqual([7000, -50])
  const text = await reportOf('net-sales', 'filter=3&compare=true&compareTo=year')
  expect(text).toContain('Ventas netas: 70,00 € (−50,0 %)')
  expect(text).toContain('Comparado con 9 nov 2025 – 15 nov 2025')
  expect(text).toContain('Bajamar Discos y sus portales')
  expect(text).toContain('compare=true&compareTo=year')
})

test('one that compares with nothing tells the change from the days before', async () => {
  expect(await reportOf('net-sales', 'filter=3&compareTo=year')).toContain('(+100,0 %)')
})

test('seven rows in seven days are still rows', async () => {
  const text = await reportOf('sales-by-product', 'orderBy=name')
  for (const sku of ['N9', 'N10', 'N11', 'N12', 'N13', 'N14', 'N15'])
    expect(text).toContain(`Disco ${sku}: 10,00 €`)
  // A page of the days themselves has no rows to tell.
  await world.database.query(`delete from mail where kind = 'report'`)
  await world.database.query('delete from saved_view')
  expect(await reportOf('net-sales', '')).not.toContain('Lo primero de la lista')
})

test('what its page would refuse cannot be saved', async () => {
  const { savedViews } = await as(world.database, 'label')
  const draft = { name: 'Rota', shared: false, report: 'weekly' as const }
  const broken = [
    ['sales-by-location', 'by=channel'],
    ['traffic-detail', 'by=cities'],
    ['net-sales', 'products=%5B%22no-id%22%5D'],
    ['net-sales', 'countries=Francia'],
    ['net-sales', 'orderBy=1;drop'],
    ['albums-sold', 'categories=%5B%22apparel%22%5D'],
  ] as const
  for (const [page, query] of broken)
    expect([query, await savedViews.createView({ ...draft, page, query })]).toMatchObject([
      query,
      { error: { code: 'invalidInput', fields: { query: expect.any(String) } } },
    ])
  const made = ok(await savedViews.createView({ ...draft, page: 'net-sales', query: 'by=channel&filter=4' }))
  await world.database.query(`update saved_view set query = 'products=["x"]' where id = $1`, [made.id])
  const kept = { ...draft, page: 'net-sales', query: 'products=["x"]', report: 'none' } as const
  expect(ok(await savedViews.updateView({ ...kept, viewId: made.id }))).toMatchObject({ report: 'none' })
  const changed = { ...draft, viewId: made.id, page: 'traffic-detail', query: 'by=cities' } as const
  expect(await savedViews.updateView(changed)).toMatchObject({
    error: { fields: { query: expect.any(String) } },
  })
})

test('a report that cannot be written keeps nobody else’s from being sent', async () => {
  const [label, artist] = [await as(world.database, 'label'), await as(world.database, 'artist')]
  const draft = { name: 'Ventas', page: 'net-sales', query: '', shared: false, report: 'weekly' } as const
  const first = ok(await label.savedViews.createView(draft))
  ok(await artist.savedViews.createView(draft))
  // Kept before such queries were refused.
  await world.database.query(`update saved_view set query = 'products=["x"]' where id = $1`, [first.id])
  expect(await sendReports(world.database, settings, now)).toBe(1)
  // Something that nobody foresaw.
  await world.database.query(`update saved_view set reported_on = null, query = ''`)
  await world.database.query(`update saved_view set page = 'none' where id = $1`, [first.id])
  await expect(sendReports(world.database, settings, now)).rejects.toThrow()
  const mails = await world.database.query(`select id from mail where kind = 'report'`)
  expect(mails).toHaveLength(2)
})

test('it comes in the morning of its day, not at midnight, and says where to stop it', async () => {
  const { savedViews } = await as(world.database, 'label')
  const draft = { name: 'Semana', page: 'net-sales', query: '', shared: false, report: 'weekly' } as const
  ok(await savedViews.createView(draft))
  await world.database.query(`update saved_view set reported_on = '2026-11-09'`)
  // Monday in Madrid, an hour ahead.
  const at = (time: string) => sendReports(world.database, settings, new Date(`2026-11-16T${time}:00Z`))
  expect([await at('00:07'), await at('06:59'), await at('07:07'), await at('08:07')]).toEqual([0, 0, 1, 0])
  const [mail] = await world.database.query<{ text: string }>(`select text from mail where kind = 'report'`)
  expect(mail?.text).toContain('del 9 nov 2026 al 15 nov 2026')
  expect(mail?.text).toContain(`${origin}/unsubscribe?person=`)
})

test('it is left without signing in: one press in the mail program, or on the page that names it', async () => {
  const { savedViews } = await as(world.database, 'label')
  const draft = {
    name: 'Lunes & <b>',
    page: 'net-sales',
    query: '',
    shared: false,
    report: 'weekly',
  } as const
  const made = ok(await savedViews.createView(draft))
  const other = ok(await savedViews.createView({ ...draft, name: 'Otra' }))
  expect(await sendReports(world.database, settings, now)).toBe(2)
  const mails = await world.database.query<{ url: string; subject: string }>(
    `select unsubscribe_url as url, subject from mail where kind = 'report'`,
  )
  const path = mails.find(({ subject }) => subject.includes('Lunes'))?.url.slice(origin.length) ?? ''
  const app = testApp(world.database)
  const reports = async () => ok(await savedViews.listViews({})).items.map(({ id, report }) => [id, report])
  const both = (first: string) => [
    [made.id, first],
    [other.id, 'weekly'],
  ]
  const asked = await (await app.request(path)).text()
  expect(asked).toContain('Informe «Lunes &#38; &#60;b&#62;»')
  expect((await reports()).toSorted()).toEqual(both('weekly').toSorted())
  // Nobody ends another report with it.
  const forged = path.replace(made.id, other.id)
  expect((await app.request(forged, { method: 'POST' })).status).toBe(404)
  expect((await app.request(path, { method: 'POST' })).status).toBe(200)
  expect((await reports()).toSorted()).toEqual(both('none').toSorted())
  await savedViews.deleteView({ viewId: made.id })
  expect((await app.request(path, { method: 'POST' })).status).toBe(404)
})
