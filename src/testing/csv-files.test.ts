import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { pointMarks, toCsv } from '#platform/csv-out.ts'
import { as, cookieFor, inBrowser, ok, testApp } from './as.ts'
import { testDatabase } from './database.ts'
import { keyFor } from './key-for.ts'
import { people, portals } from './world/cast.ts'

/** A CSV opens in the spreadsheet of whoever asked for it: its columns apart, its figures figures. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const days = 'f=2020-01-01&t=2026-11-20'

beforeAll(async () => {
  await world.database.query(`update product set price_cents = 1995 where portal_id = $1`, [portalId])
  const artist = await as(world.database, 'artist')
  const line = { id: '1', sku: 'SUELTO', name: 'Chapa', units: 1, unitPrice: '12.10', tax: '2.35' }
  ok(
    await artist.orders.putOrder({
      ...{ portalId, externalId: 'CSV-1', placedAt: '2026-11-10T10:00:00Z', currency: 'EUR', lines: [line] },
      ...{ country: 'ES', city: 'Bilbao' },
    }),
  )
})

const textOf = async (address: string, headers: Record<string, string>) => {
  const answer = await testApp(world.database).request(`/api${address}`, { headers })
  expect([address, answer.status]).toEqual([address, 200])
  return answer.text()
}
const read = (text: string, delimiter: string) =>
  parse(text, { bom: true, relax_column_count: true, delimiter }) as string[][]

test.each([
  ['artist', '/orders/file?as=csv&columns=gross&columns=net'],
  ['artist', `/products/file?as=csv`],
  ['artist', `/portal/${portalId}/stocks/file`],
  ['label', '/stocks/file?withinDays=365'],
  ['super', '/stocks/file?withinDays=365'],
  ['artist', `/analytics/export/netSalesDetailInfo/${portalId}?${days}&format=csv`],
  ['artist', `/analytics/whereToPlay/file?${days}&format=csv`],
  ['super', '/portals/file?as=csv'],
  ['super', '/contacts/export'],
  ['super', '/events/file'],
  ['artist', `/portal/${portalId}/events/file`],
  ['artist', '/activity/export'],
  ['artist', `/portal/${portalId}/statement?f=2026-01-01&t=2026-02-01&format=csv`],
  ['super', '/billing/taxSummary?model=190&year=2026'],
] as const)('%s, %s', async (who, address) => {
  const person = inBrowser(await cookieFor(world.database, people[who].id))
  const spanish = await textOf(address, { ...person, 'accept-language': 'es' })
  const english = await textOf(address, { ...person, 'accept-language': 'en' })
  const [es, en] = [read(spanish, ';'), read(english, ',')]
  expect(es[0]?.length).toBeGreaterThan(2)
  expect(es.map((row) => row.length)).toEqual(en.map((row) => row.length))
  const decimals = (rows: string[][], mark: string) =>
    rows.flat().filter((cell) => new RegExp(`^-?\\d+\\${mark}\\d{1,4}$`).test(cell))
  expect(decimals(es, '.')).toEqual([])
  expect(decimals(en, ',')).toEqual([])
  expect(decimals(es, ',').map((cell) => cell.replace(',', '.'))).toEqual(decimals(en, '.'))
})

test('a program reads the same of every language', async () => {
  const key = await keyFor(world.database, { owner: 'artist', permissions: ['stocks.viewstocks'] })
  const address = '/orders/file?as=csv&columns=gross&columns=net'
  const [es, en] = await Promise.all(
    ['es', 'en'].map((language) => textOf(address, { ...key, 'accept-language': language })),
  )
  const bodyOf = (text = '') => text.split('\n').slice(1)
  expect(bodyOf(es)).toEqual(bodyOf(en))
  expect(bodyOf(es).join()).toMatch(/,\d+\.\d/)
})

test('a script that signs in is a program too', async () => {
  const cookie = await cookieFor(world.database, people.artist.id)
  const line = await textOf('/orders/file?as=csv&q=CSV-1&columns=source&columns=gross', { cookie })
  expect(line.trim().split('\n')[1]).toBe('CSV-1,api,9.75')
})

test('a person reads the words and the clock of the list, a program codes and moments', async () => {
  const person = inBrowser(await cookieFor(world.database, people.artist.id))
  const key = await keyFor(world.database, { owner: 'artist', permissions: ['stocks.viewstocks'] })
  const address = '/orders/file?as=csv&q=CSV-1&columns=placedAt&columns=source&columns=place'
  const lineOf = async (headers: Record<string, string>) =>
    (await textOf(address, headers)).trim().split('\n')[1]
  expect(await lineOf({ ...person, 'accept-language': 'es' })).toBe(
    'CSV-1;2026-11-10 11:00:00;API;Bilbao, España',
  )
  expect(await lineOf({ ...person, 'accept-language': 'en' })).toBe(
    'CSV-1,2026-11-10 11:00:00,API,"Bilbao, Spain"',
  )
  expect(await lineOf(key)).toBe('CSV-1,2026-11-10 11:00:00,api,"Bilbao, ES"')
  const log = await textOf('/activity/export', person)
  expect(log.trim().split('\n')[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;/)
})

test('what mailing lists read is parted by commas, whoever takes it out', async () => {
  const person = inBrowser(await cookieFor(world.database, people.artist.id))
  for (const language of ['es', 'en']) {
    const file = await textOf(`/portal/${portalId}/restockAlerts/file`, {
      ...person,
      'accept-language': language,
    })
    expect(file).toMatch(/^EMAIL,LOCALE,PRODUCT,/)
  }
})

test('a cell that holds what parts cells is quoted, and none starts a formula', () => {
  const marks = { delimiter: ';', decimal: ',' } as const
  expect(toCsv([['a;b', 'c,d', -1.5, null, '=1+1', '-2']], marks)).toBe(`"a;b";c,d;-1,5;;'=1+1;'-2\n`)
  expect(toCsv([['a;b', 'c,d', -1.5, 1e-7, '=1;2']], pointMarks)).toBe(`a;b,"c,d",-1.5,1e-7,'=1;2\n`)
})
