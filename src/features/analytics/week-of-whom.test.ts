import { expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { Big } from '#platform/money.ts'
import { words } from '#platform/words.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { sendWeek } from './server/send-week.ts'

/** Whose week is told to people who are in the teams of several portals. */

const world = testDatabase()
const monday = new Date('2026-11-23T08:00:00Z')
const at = Date.parse('2026-11-18T10:00:00Z')

test('it is their label’s, else that of the portal which sold most among those whose figures they may see', async () => {
  const sold = (portal: { code: string }, euros: string) => ({
    ...{ row: 0, portalKey: portal.code, externalId: `week ${portal.code}`, kind: 'sale' as const, at },
    ...{ placedAt: at, sku: 'WEEK', name: 'Disco', units: 1, currency: 'EUR', scale: 2, tax: new Big(0) },
    ...{ gross: new Big(euros), net: new Big(euros) },
  })
  const lines = [
    sold(portals.claraVentisca, '100'),
    sold(portals.ninoLobo, '20000'),
    sold(portals.veraCantil, '40000'),
    sold(portals.casaCal, '80000'),
  ]
  const secret = Buffer.alloc(32)
  await importLines(world.database, 'test', { by: 'portal', create: false }, lines, { secret })
  const join = (who: { id: string }, portal: { id: string }, denies: string[] = []) =>
    world.database.query(
      'insert into member (portal_id, person_id, role, denies) values ($1, $2, $3, $4::jsonb)',
      [portal.id, who.id, 'Lector', JSON.stringify(denies)],
    )
  const { label, artist, orquesta, vera } = people
  await join(label, portals.veraCantil)
  for (const who of [artist, orquesta]) await join(who, portals.veraCantil)
  await join(artist, portals.casaCal, ['analytics.viewanalytics'])
  await join(orquesta, portals.ninoLobo)
  await join(vera, portals.casaCal)
  await sendWeek(world.database, { appOrigin: 'https://backline.test', secret }, monday)
  const mails = await world.database.query<{ to: string; subject: string }>(
    `select "to", subject from mail where kind = 'week'`,
  )
  const told = (who: { email: string }) => mails.find(({ to }) => to === who.email)?.subject
  const title = ({ name }: { name: string }, locale: 'es' | 'en' = 'es') =>
    words('inbox.week.title', locale, { portal: name })
  expect([label, artist, orquesta, vera].map(told)).toEqual([
    title(portals.bajamar),
    title(portals.veraCantil),
    title(portals.veraCantil),
    title(portals.casaCal, 'en'),
  ])
})
