import { beforeEach, describe, expect, test } from 'vitest'
import { isFailure } from '#client.ts'
import { as, cookieFor, ok, testApp, testOrigin } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

/** What a file of orders comes to by its mode, what is written down of it, and how far it says it is. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const map = JSON.stringify({
  columns: {
    order: 'pedido',
    sku: 'sku',
    quantity: 'uds',
    unitPrice: 'precio',
    date: 'fecha',
    currency: 'moneda',
  },
  constants: { taxRate: '0' },
})
const head = 'pedido;sku;uds;precio;fecha;moneda'
let made = 0
/** Names of orders that no other test has. */
let order = ''
beforeEach(() => {
  order = `S-${++made}`
})
const row = (price: string, currency = 'EUR', at = 0) => `${order}-${at};LP;2;${price};2026-10-01;${currency}`

async function send(rows: string[], more: Record<string, unknown> = {}, name = 'ventas.csv') {
  const artist = await as(world.database, 'artist')
  const file = new File([[head, ...rows].join('\n')], name)
  const answer = await artist.orders.uploadOrders({
    ...{ portalId, file, format: 'generic', map, mode: 'all', decimal: '.', ...more },
  } as never)
  if (!isFailure(answer)) return answer
  const { fields = {} } = (answer as { error: { fields?: object } }).error
  throw new Error(Object.keys(fields).join())
}
const refused = (...of: Parameters<typeof send>) =>
  send(...of).then(
    () => 'done',
    ({ message }) => message,
  )
const known = async () => {
  const [rows] = await world.database.query<{ orders: number; runs: number; told: number; formats: number }>(
    `select (select count(*)::int from "order" where portal_id = $1) as orders,
      (select count(*)::int from import_run where portal_id = $1) as runs,
      (select count(*)::int from activity where action = 'orders.uploadOrders') as told,
      (select count(*)::int from order_format where portal_id = $1) as formats`,
    [portalId],
  )
  return rows
}

describe('a file', () => {
  test('that is looked at leaves nothing behind, and says what it adds up to', async () => {
    const before = await known()
    const answer = await send([row('10'), row('x', 'EUR', 1)], { mode: 'check', saveAs: 'Tienda' })
    expect(answer).toMatchObject({
      ...{ status: 'checked', importId: null, rows: 2, imported: 1, bad: 1, orders: 1, units: 2 },
      months: [{ month: '2026-10', currency: 'EUR', counted: expect.stringMatching(/^20/) }],
    })
    expect(answer.errors).toMatchObject([{ row: 3, message: expect.stringContaining('precio') }])
    expect(await known()).toEqual(before)
  })

  test('with a bad row is refused whole, or comes in without it, as was asked', async () => {
    const before = await known()
    const rows = [row('10'), row('x', 'EUR', 1)]
    const whole = await send(rows, { saveAs: 'Tienda' })
    expect(whole).toMatchObject({ status: 'refused', imported: 0, bad: 1, importId: null, months: [] })
    expect(await known()).toEqual(before)
    const valid = await send(rows, { mode: 'valid', saveAs: 'Tienda' })
    expect(valid).toMatchObject({
      ...{ status: 'imported', imported: 1, bad: 1, importId: expect.any(String), months: [], ownTotals: [] },
      lacksRates: [],
    })
    const after = Object.values(before ?? {}).map((count) => Number(count) + 1)
    expect(Object.values((await known()) ?? {})).toEqual(after)
    const artist = await as(world.database, 'artist')
    const { items } = ok(await artist.activity.listActivity({ action: 'orders.uploadOrders' }))
    expect(JSON.stringify(items[0])).toContain('ventas.csv')
    expect(await send(rows, { mode: 'valid' })).toMatchObject({ imported: 0, known: 1, bad: 1 })
  })

  test('of many bad rows names the first two hundred, and is known by the first of a long name', async () => {
    const rows = Array.from({ length: 201 }, (_, at) => row('x', 'EUR', at))
    const answer = await send([...rows, row('5', 'EUR', 500)], { mode: 'valid' }, `${'n'.repeat(230)}.csv`)
    expect([answer.bad, answer.errors.length, answer.imported]).toEqual([201, 200, 1])
    const artist = await as(world.database, 'artist')
    const { items } = ok(await artist.orders.listImports({ portalId }))
    expect(items[0]?.fileName).toBe('n'.repeat(200))
  })

  test('is counted at the rates that come with it, which have to be rates', async () => {
    const rates = JSON.stringify({ XTS: '0.5' })
    expect(await send([row('10', 'XTS')], { mode: 'check' })).toMatchObject({ bad: 1, lacksRates: ['XTS'] })
    expect(await send([row('10', 'XTS')], { mode: 'check', rates })).toMatchObject({ bad: 0, lacksRates: [] })
    expect(await refused([row('10')], { rates: 'medio' })).toBe('rates')
  })

  test('of no known shop needs a map, and of a known one none', async () => {
    expect(await refused([row('10')], { map: undefined })).toBe('map')
    expect(await refused([row('10')], { map: 'x' })).toBe('map')
    // Its columns are none of that shop's: it is the file that is wrong.
    expect(await refused([row('10')], { format: 'shopify', map: 'x' })).toBe('file')
    expect(await refused([row('10')], { format: 'shopify', map: undefined })).toBe('file')
    expect(await refused([], {})).toBe('file')
  })

  test('says how much of it is read, and nothing of that later', async () => {
    const body = new FormData()
    const rows = Array.from({ length: 50 }, (_, at) => row('10', 'EUR', at))
    body.append('file', new File([[head, ...rows].join('\n')], 'ventas.csv'))
    for (const [name, value] of Object.entries({ format: 'generic', mode: 'check', map, decimal: '.' }))
      body.append(name, value)
    const cookie = await cookieFor(world.database, people.artist.id)
    const headers = { cookie, accept: 'application/x-ndjson', origin: testOrigin }
    const address = `${testOrigin}/api/portal/${portalId}/orders/import`
    const answer = await testApp(world.database).request(address, { method: 'POST', headers, body })
    const told = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).progress)
    const steps = told.filter((step) => step !== undefined)
    for (const { phase, share } of steps) expect([phase, share]).toEqual([phase, phase === 'read' ? 1 : 0])
    expect(new Set(steps.map(({ phase }) => phase))).toEqual(new Set(['read', 'merge']))
    expect(steps.at(-1).rows).toBe(50)
  })
})
