import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { person } from '#features/account/server/table.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { needsSecond, payoutLimit, setPayoutLimit } from './server/payout-limit.ts'
import { remittance } from './server/remittance-table.ts'

/** From which sum on a second person confirms a file of payments, and when another limit begins. */

const world = testDatabase()
const now = new Date('2026-06-01T10:00:00Z')
const day = 86_400_000
const at = (ms: number) => new Date(now.getTime() + ms)
let actorId = ''
async function put(row: Partial<typeof person.$inferInsert> = {}) {
  const id = v7()
  await inTrial(world.database, (tx) =>
    tx.insert(person).values({ id, email: `${id}@pago.test`, name: 'Alguien', staff: true, ...row }),
  )
  return id
}
const set = (cents: number | null, when = now) =>
  inTrial(world.database, (tx) => setPayoutLimit(tx, cents, { now: when, actorId }))
const read = (when = now) => inTrial(world.database, (tx) => payoutLimit(tx, when))
const keep = (value: unknown) =>
  world.database.query(
    `insert into setting (key, value) values ('billing.payoutLimit', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(value)],
  )
beforeEach(async () => {
  await world.database.query(`delete from setting where key = 'billing.payoutLimit'`)
  actorId = await put({ super: true })
})

describe('a limit', () => {
  test('is none until one is set, and those of before are a number or none', async () => {
    expect(await read()).toEqual({ confirmAboveCents: null, later: null })
    await keep(500)
    expect(await read()).toEqual({ confirmAboveCents: 500, later: null })
    await keep(null)
    expect(await read()).toEqual({ confirmAboveCents: null, later: null })
  })

  test('that is lower, as low, or the first counts at once', async () => {
    expect(await set(500)).toEqual({ confirmAboveCents: 500, later: null })
    expect(await set(500)).toEqual({ confirmAboveCents: 500, later: null })
    expect(await set(499)).toEqual({ confirmAboveCents: 499, later: null })
    expect(await read()).toEqual({ confirmAboveCents: 499, later: null })
    expect(await world.database.query(`select 1 from message where about like 'payout limit %'`)).toEqual([])
  })

  test('that lets more through counts a day later to the moment, as does none', async () => {
    await set(500)
    for (const more of [501, null]) {
      await keep(500)
      const later = { confirmAboveCents: more, from: at(day).toISOString() }
      expect(await set(more)).toEqual({ confirmAboveCents: 500, later })
      expect(await read(at(day - 1))).toEqual({ confirmAboveCents: 500, later })
      expect(await read(at(day))).toEqual({ confirmAboveCents: more, later: null })
    }
  })

  test('that lets more through is told to everybody else who pays out', async () => {
    const payer = { permissions: ['billing.managebills'] }
    const told = {
      payer: await put(payer),
      super: await put({ super: true }),
      suspended: await put({ ...payer, suspendedAt: now }),
      member: await put({ ...payer, staff: false }),
      other: await put({ permissions: ['billing.viewbills'] }),
      actor: actorId,
    }
    await set(50_000)
    await set(60_000)
    const rows = await world.database.query<{ who: string; es: string; en: string; link: string }>(
      `select person_id as who, words->'body'->>'es' as es, words->'body'->>'en' as en, words->>'link' as link from message
        where about = $1 and person_id = any($2)`,
      [`payout limit ${at(day).toISOString()}`, Object.values(told)],
    )
    const names = Object.entries(told).flatMap(([name, id]) =>
      rows.some(({ who }) => who === id) ? [name] : [],
    )
    expect(names).toEqual(['payer', 'super'])
    expect(rows[0]?.link).toBe('/billing')
    expect([rows[0]?.es, rows[0]?.en]).toEqual([
      expect.stringContaining('600'),
      expect.stringContaining('600'),
    ])
    await set(null)
    const [none] = await world.database.query<{ es: string }>(
      `select words->'body'->>'es' as es from message where person_id = $1 order by created_at desc limit 1`,
      [told.payer],
    )
    expect(none?.es).toBeTruthy()
  })
})

describe('somebody else has to look', () => {
  const needs = (totalCents: number, who: string | null = actorId) =>
    inTrial(world.database, (tx) => needsSecond(tx, { totalCents, actorId: who, now }))
  const paid = (row: Partial<typeof remittance.$inferInsert> = {}) =>
    inTrial(world.database, (tx) =>
      tx.insert(remittance).values({
        ...{ bills: 1, totalCents: 300, executedOn: '2026-06-02', file: Buffer.from('x'), actorId },
        ...{ createdAt: at(-1), ...row },
      }),
    )

  test('above the limit, and nowhere without one', async () => {
    expect(await needs(1_000_000)).toBe(false)
    await set(500)
    expect([await needs(500), await needs(501)]).toEqual([false, true])
  })

  test('of all that one has paid out alone within a day', async () => {
    await set(500)
    const other = await put()
    await paid({ actorId: other })
    await paid({ undoneAt: now })
    await paid({ confirmedAt: now })
    await paid({ createdAt: at(-day) })
    expect(await needs(500)).toBe(false)
    await paid({ createdAt: at(-day + 1) })
    expect([await needs(200), await needs(201)]).toEqual([false, true])
    await paid({ totalCents: 150 })
    expect([await needs(50), await needs(51)]).toEqual([false, true])
    expect([await needs(200, other), await needs(201, other)]).toEqual([false, true])
    const mine = await needs(500, null)
    await paid({ actorId: null })
    expect([mine, await needs(500, null)]).toEqual([false, true])
  })
})
