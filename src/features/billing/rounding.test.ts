import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { roundingOf } from './rounding.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { nextOf } from './test-bills.ts'
import { documentOf, pdfText, portalId } from './test-taxes.ts'

/** The cents by which a bill differs from analytics are explained on it, with both sums. */

const world = testDatabase()

test('lines that are each rounded differ from what is rounded once, and only there both are said', () => {
  const line = (amountCents: number, exactMicros: number | null, type = 'Income') => ({
    type,
    amountCents,
    exactMicros,
  })
  expect(roundingOf([line(5, 45_000), line(5, 48_000), line(100, null, 'Extra')])).toEqual({
    ...{ linesCents: 10, onceCents: 9 },
  })
  expect(roundingOf([line(-5, -45_000), line(-5, -48_000)])).toEqual({ linesCents: -10, onceCents: -9 })
  expect(roundingOf([line(5, 45_000), line(2, 24_000)])).toBeNull()
  // Of before it was kept, or with something in it that no order line tells of, nothing is said that might be wrong.
  expect(roundingOf([line(5, 45_000), line(5, null)])).toBeNull()
  expect(roundingOf([line(5, 45_000), line(9_000, 0)])).toBeNull()
  expect(roundingOf([line(100, null, 'Extra')])).toBeNull()
})

test('the bill of a month says both sums on screen and paper, and analytics has the one that is rounded once', async () => {
  const { database } = world
  const [artist, staff] = [await as(database, 'artist'), await as(database, 'billing')]
  // At some hours somebody of the world has bought something today.
  await database.query(`delete from order_line where portal_id = $1 and at > now() - interval '40 days'`, [
    portalId,
  ])
  await accrueSales(database)
  // Of a commission that nothing was sold at before.
  const validFrom = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
  ok(await staff.billing.setRate({ key: 'apparel', bp: 1_999, validFrom, portalId }))
  const at = new Date(Date.now() - 60_000)
  // One a month, each 4.8 cents: on the bill three times 5, and 14.4 together.
  for (const [back, externalId] of [
    [0, 'R-1'],
    [40, 'R-2'],
    [80, 'R-3'],
  ] as const)
    ok(
      await artist.orders.putOrder({
        ...{
          portalId,
          externalId,
          placedAt: new Date(at.getTime() - back * 86_400_000).toISOString(),
          currency: 'EUR',
        },
        lines: [{ id: '1', sku: 'REDONDEO', name: 'Pegatina', units: 1, unitPrice: '0.06' }],
      }),
    )
  await accrueSales(database)
  const open = await nextOf(database, 'artist', portalId)
  ok(
    await staff.billing.addLine({
      billId: open.id,
      type: 'Extra',
      description: 'Directo',
      amountCents: 10_000,
      reason: 'Contrato',
    }),
  )
  const now = ok(await staff.billing.getBill({ billId: open.id }))
  expect(now.rounding).toBeNull()
  const pending = ok(await staff.billing.closeBill({ billId: open.id }, { version: now.version }))
  expect(pending.lines.filter(({ type }) => type === 'Income').map(({ amountCents }) => amountCents)).toEqual(
    [5, 5, 5],
  )
  expect(pending.rounding).toEqual({ linesCents: 15, onceCents: 14 })
  const [sold] = await database.query<{ cents: string }>(
    'select round(sum(income_micros)::numeric / 10000) as cents from order_line where portal_id = $1 and commission_pct = 19.99',
    [portalId],
  )
  expect(Number(sold?.cents)).toBe(14)
  const issued = ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
  expect(issued.rounding).toEqual(pending.rounding)
  for (const [locale, words] of [
    ['es', ['suma 0,15', 'muestra 0,14']],
    ['en', ['comes to', '0.15', 'shows', '0.14']],
  ] as const) {
    const text = pdfText(await documentOf(database, issued.id, 'pdf', locale)).replace(/\s+/g, ' ')
    for (const word of words) expect(text).toContain(word)
  }
})
