import { describe, expect, test } from 'vitest'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import type { Reading, Wish } from './reading-contract.ts'
import { oddFiles } from './test-odd-files.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const files = await oddFiles()

const read = async (file: File, wish?: Wish): Promise<Reading> => {
  const artist = await as(world.database, 'artist')
  return ok(
    await artist.orders.readOrdersFile({ portalId, file, ...(wish ? { wish: JSON.stringify(wish) } : {}) }),
  )
}
const wishOf = (answers: Record<string, string>): Wish =>
  Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, value === 'true' ? true : value]))

const send = async (file: File, reading: Reading, mode: 'check' | 'all') => {
  const artist = await as(world.database, 'artist')
  const { format, layout, map, decimal } = reading
  return ok(
    await artist.orders.uploadOrders({
      ...{ portalId, file, format, mode, layout: JSON.stringify(layout) },
      ...(map ? { map: JSON.stringify(map) } : {}),
      ...(decimal ? { decimal } : {}),
    }),
  )
}

describe('files as people send them', () => {
  test.each(files)('$name: asks what it leaves open, and comes to its own sum', async (odd) => {
    const file = new File([odd.bytes as BlobPart], odd.name)
    const first = await read(file)
    expect(first.lacks).toEqual([])
    expect(first.questions.map(({ id }) => (id === 'tax' ? 'taxRate' : id))).toEqual(
      Object.keys(odd.answers ?? {}),
    )
    const reading = odd.answers ? await read(file, wishOf(odd.answers)) : first
    expect(reading.questions).toEqual([])
    expect(reading.rows.filter(({ fault }) => fault)).toEqual([])
    expect(formatDay(dayOf(Date.parse(reading.rows[0]?.line?.at ?? '')))).toBe(odd.firstDay)
    const check = await send(file, reading, 'check')
    expect(check.errors).toEqual([])
    const sum = (key: 'file' | 'counted' | 'unpaid' | 'net' | 'tax') =>
      Math.round(check.months.reduce((all, month) => all + Number(month[key]), 0) * 100) / 100
    const { charged, unpaid = 0 } = odd
    expect({ file: sum('file'), counted: sum('counted'), unpaid: sum('unpaid') }).toEqual({
      file: Math.round((charged + unpaid) * 100) / 100,
      counted: charged,
      unpaid,
    })
    expect(new Set(check.months.map(({ currency }) => currency))).toEqual(new Set([odd.currency]))
    expect({ units: check.units, left: check.notSales }).toEqual({ units: odd.units, left: odd.left ?? 0 })
    expect(check.ownTotals.every(({ agrees }) => agrees)).toBe(true)
    const done = await send(file, reading, 'all')
    expect(done.status).toBe('imported')
    expect(Number(done.totals[odd.currency])).toBeCloseTo(
      check.months.reduce((all, month) => all + Number(month.net), 0),
      6,
    )
    expect(sum('net') + sum('tax')).toBeCloseTo(odd.charged, 6)
    // What came in is what the check said.
    expect(await send(file, reading, 'check')).toMatchObject({ imported: 0, known: check.imported })
  })
})

test('an empty file is told without where it lies', async () => {
  const artist = await as(world.database, 'artist')
  const refused = await artist.orders.readOrdersFile({ portalId, file: new File([], 'pedidos.csv') })
  const said = JSON.stringify(refused)
  expect(said).toContain('CSV está vacío')
  expect(said).not.toMatch(/tmp|backline-/)
})
