import { beforeAll, expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { formats } from '#platform/format.ts'
import { Big } from '#platform/money.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { sendWeek, weekToTell } from './server/send-week.ts'

const world = testDatabase()
const settings = { appOrigin: 'https://backline.test', secret: Buffer.alloc(32) }
// A Monday of the world, at nine in Madrid.
const monday = new Date('2026-11-23T08:00:00Z')
const days = { f: '2026-11-16', t: '2026-11-22' }
const mails = () =>
  world.database.query<{ to: string; locale: string; text: string }>(
    `select "to", subject, text from mail where kind = 'week'`,
  )

beforeAll(async () => {
  const at = Date.parse('2026-11-18T10:00:00Z')
  const line = {
    ...{ row: 0, externalId: 'week 1', kind: 'sale' as const, at, placedAt: at },
    ...{ sku: 'WEEK', name: 'Disco', units: 3, currency: 'EUR', scale: 2 },
    ...{ gross: new Big('4321.98'), net: new Big('4321.98'), tax: new Big(0) },
  }
  const sold = [portals.claraVentisca, portals.veraCantil, portals.ninoLobo]
  const lines = sold.map(({ code }) => ({ ...line, portalKey: code }))
  await importLines(world.database, 'test', { by: 'portal', create: false }, lines, {
    secret: Buffer.alloc(32),
  })
})

test('the week before is told from Monday at eight until Wednesday', () => {
  expect(weekToTell(new Date('2026-11-23T06:59:00Z'))).toBeUndefined()
  expect(weekToTell(new Date('2026-11-23T07:00:00Z'))).toEqual(days)
  expect(weekToTell(new Date('2026-11-25T22:59:00Z'))).toEqual(days)
  expect(weekToTell(new Date('2026-11-25T23:00:00Z'))).toBeUndefined()
  expect(weekToTell(new Date('2026-11-29T12:00:00Z'))).toBeUndefined()
})

test('each person once, in their language, with the figures of the page; whoever wants none gets none', async () => {
  const artist = await as(world.database, 'artist')
  ok(await artist.inbox.updatePreferences({ items: [{ kind: 'week', frequency: 'off' }] }))
  const daily = await as(world.database, 'labelmanager')
  ok(await daily.inbox.updatePreferences({ items: [{ kind: 'week', frequency: 'daily' }] }))
  const [one, two] = await Promise.all([
    sendWeek(world.database, settings, monday),
    sendWeek(world.database, settings, monday),
  ])
  const written = await mails()
  // Whoever wants their mails of a day together has it in the inbox alone by now.
  expect(one + two).toBe(written.length + 1)
  const waiting = ok(await daily.inbox.listMessages({})).items.filter(({ kind }) => kind === 'week')
  expect(waiting).toHaveLength(1)
  expect(written.map((mail) => mail.to)).not.toContain(people.labelmanager.email)
  expect(await sendWeek(world.database, settings, monday)).toBe(0)
  const to = written.map((mail) => mail.to)
  expect(new Set(to).size).toBe(to.length)
  expect(to).toContain(people.label.email)
  expect(to).not.toContain(people.artist.email)
  const off = ok(await artist.inbox.listMessages({})).items.filter(({ kind }) => kind === 'week')
  expect(off).toEqual([])
  expect(to).not.toContain(people.staff.email)
  expect(to).not.toContain(people.nobody.email)

  const label = await as(world.database, 'label')
  const page = ok(await label.analytics.highlights(days))
  const text = written.find((mail) => mail.to === people.label.email)?.text ?? ''
  const { money, number } = formats('es')
  expect(text).toContain(money(page.totals.netCents ?? 0))
  expect(text).toContain(`Pedidos: ${number(page.totals.orders ?? 0)}`)
  expect(text).toContain('/analytics?filter=4&f=2026-11-16&t=2026-11-22')
  const english = written.find((mail) => mail.to === people.vera.email)?.text
  expect(english).toContain('Net sales: ')
  expect(english).toContain('What sells most: Disco (3 units)')
  const told = ok(await label.inbox.listMessages({})).items.filter(({ kind }) => kind === 'week')
  expect(told.map(({ body }) => body.es.split('\n').length)).toEqual([5])
})
