import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Api } from '#client.ts'
import { accrueSales } from '#features/billing/server/accrue-sales.ts'
import { importOrders } from '#features/orders/server/import-orders.ts'
import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/open-database.ts'
import { clientFor, cookieFor, ok, testApp } from '#testing/as.ts'
import type { Cluster } from '#testing/postgres.ts'
import { people, portals } from '#testing/world/cast.ts'
import { postgresMs } from './cpu.ts'
import type { Figure } from './figures.ts'

/** What one write of a kind takes: milliseconds of the program and of PostgreSQL together. */
export interface Write {
  what: string
  cpu: number
}

const times = 15
const lines = 5_000
/** Whoever has most writes; months are closed of those who have the same in both worlds. */
const { id: portalId, code } = portals.ninoLobo
const closing = [portals.orquestaPoniente, portals.veraCantil]

/** Each kind of write in one world, of whoever has most there. */
export async function measureWrites(
  { url, folder }: Pick<Cluster, 'url' | 'folder'>,
  name: string,
): Promise<Write[]> {
  const database = await openDatabase({ url: url(name), folder: '' })
  const app = testApp(database)
  const artist = clientFor(app, await cookieFor(database, people.artist.id))
  const staff = clientFor(app, await cookieFor(database, people.super.id))
  const timed = async (what: string, write: () => Promise<unknown>, count = times): Promise<Write> => {
    // The first ones teach both sides the statements.
    for (let warm = 0; warm < 6 && count > 1; warm++) await write()
    const before = [process.cpuUsage(), postgresMs(folder)] as const
    for (let turn = 0; turn < count; turn++) await write()
    const used = process.cpuUsage(before[0])
    const all = (used.user + used.system) / 1_000 + postgresMs(folder) - before[1]
    return { what, cpu: all / count }
  }
  const written: Write[] = []
  for (const [what, write] of Object.entries(await acts(artist, staff, name)))
    written.push(await timed(what, write))
  for (const { id } of closing)
    for (let at = 0; at < 20; at++) ok(await staff.orders.putOrder(orderOf(id, `${Date.now()} ${at}`)))
  written.push(await timed('close the bills of two accounts', () => closeBills(database, staff), 1))
  written.push(
    await timed(`import ${lines.toLocaleString('en')} order lines`, () => importLines(database), 1),
  )
  await database.close()
  return written
}

async function acts(artist: Api, staff: Api, world: string): Promise<Record<string, () => Promise<unknown>>> {
  const link = { portalId, title: { es: 'Medida' }, url: 'https://example.org/' }
  const links = () => artist.links.listLinks({ portalId }).then((all) => ok(all).items)
  const concert = {
    portalId,
    name: 'Medida',
    startsAt: '2027-05-01T19:00:00.000Z',
    city: 'Madrid',
    country: 'ES',
  }
  const goods = { category: 'apparel', format: 'onDemand', priceCents: 1_000, taxClass: 'general' } as const
  const contact = ok(await staff.contacts.createContact({ name: 'Medida' }))
  const event = ok(await artist.events.createEvent(concert))
  const product = ok(await staff.products.createProduct({ portalId, name: { es: 'Medida' }, ...goods }))
  const edited = ok(await artist.links.createLink(link))
  const [kept] = ok(await artist.stocks.listStocks({ portalId })).items
  let turn = 0
  const next = () => `${world} ${Date.now()} ${++turn}`
  return {
    'create a link': async () => ok(await artist.links.createLink(link)),
    'edit a link': async () =>
      ok(await artist.links.updateLink({ ...link, linkId: edited.id, title: { es: next() } })),
    'reorder links': async () => {
      const all = (await links()).map(({ id, visible }) => ({ id, visible }))
      return ok(await artist.links.reorderLinks({ portalId, links: all.reverse() }))
    },
    'create an event': async () => ok(await artist.events.createEvent(concert)),
    'edit an event': async () =>
      ok(await artist.events.updateEvent({ ...concert, eventId: event.id, name: next() })),
    'create a product': async () =>
      ok(await staff.products.createProduct({ portalId, name: { es: next() }, ...goods })),
    'edit a product': async () =>
      ok(
        await staff.products.updateProduct({
          portalId,
          productId: product.id,
          name: { es: next() },
          ...goods,
        }),
      ),
    'create a contact': async () => ok(await staff.contacts.createContact({ name: next() })),
    'edit a contact': async () =>
      ok(await staff.contacts.updateContact({ contactId: contact.id, name: next() })),
    ...(kept
      ? {
          'move stock': async () =>
            ok(await artist.stocks.addMovement({ portalId, stockId: kept.id, kind: 'production', units: 1 })),
        }
      : {}),
    'an order of three lines': async () => ok(await staff.orders.putOrder(orderOf(portalId, next()))),
  }
}

const orderOf = (portalId: string, name: string) => ({
  ...{ portalId, externalId: `bench ${name}`, placedAt: new Date().toISOString(), currency: 'EUR' },
  lines: [1, 2, 3].map((id) => ({
    ...{ id: String(id), sku: `BENCH-${id}`, name: `Medida ${id}`, units: 1, unitPrice: '10.00' },
  })),
})

async function closeBills(database: Database, staff: Api) {
  await accrueSales(database)
  for (const { id } of closing) {
    const { next } = ok(await staff.billing.getBilling({ portalId: id }))
    if (next) ok(await staff.billing.closeBill({ billId: next.id }, { version: next.version }))
  }
}

async function importLines(database: Database) {
  const began = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'backline-writes-'))
  const path = join(folder, 'orders.csv')
  const row = (at: number) =>
    `${began}-${Math.floor(at / 3)},2026-10-${String((at % 28) + 1).padStart(2, '0')} 12:00,BENCH-${at % 200},Medida ${at % 200},1,10.00`
  const head = 'order,at,sku,name,quantity,price'
  writeFileSync(path, `${head}\n${Array.from({ length: lines }, (_, at) => row(at)).join('\n')}\n`)
  const columns = {
    ...{ order: 'order', date: 'at', sku: 'sku', name: 'name', quantity: 'quantity', unitPrice: 'price' },
  }
  const told = { timeZone: 'UTC', dateFormat: 'yyyy-MM-dd HH:mm', decimal: '.' } as const
  const report = await importOrders(database, {
    ...{ path, format: 'generic', target: { code }, secret: Buffer.alloc(32, 1) },
    map: { columns, constants: { currency: 'EUR' }, ...told },
  })
  rmSync(folder, { recursive: true, force: true })
  if (report.imported !== lines) throw new Error(`Imported ${report.imported} of ${lines} rows`)
}

/** Each kind of write in the large world beside the small one. */
export const reportWrites = (small: Write[], large: Write[]): Figure[] =>
  large.flatMap(({ what, cpu }) => {
    const floor = small.find((write) => write.what === what)?.cpu
    if (!floor) return []
    const ratio = cpu / floor
    return [
      {
        ...{ what: `${what}, CPU beside a small world`, value: cpu, unit: 'ms', floor, ratio },
        ...{ limit: '≤ 1.5×', met: ratio <= 1.5 },
      },
    ]
  })
