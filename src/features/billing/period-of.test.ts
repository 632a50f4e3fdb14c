import { expect, test } from 'vitest'
import { asService } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { issueBy } from './acceptance-days.ts'
import { closeBill } from './server/close-bill.ts'
import { nextOf } from './test-bills.ts'
import { documentOf, pdfText } from './test-taxes.ts'

/** A bill of several months says all of them, and counts its days from the first. */

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo
const month = (back: number) => formatDay(startOfMonth(dayOf(Date.now()), -back))
const lastDay = (back: number) => formatDay(startOfMonth(dayOf(Date.now()), 1 - back) - 1)

/** What was written down in a month, as a concert that month. */
const extra = (back: number, cents: number) =>
  world.database.query(
    `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, month, item_id, description, at)
      values (gen_random_uuid(), $1, $2, $3, $4, 'Extra', $5::date, gen_random_uuid(), 'Directo', $5::date::timestamptz + interval '36 hours')`,
    [
      accountId,
      cents > 0 ? 'extra' : 'accrued',
      cents > 0 ? 'accrued' : 'extra',
      Math.abs(cents),
      month(back),
    ],
  )
async function close(back: number) {
  const through = month(back)
  const closed = await world.database.transaction(asService('trial'), (tx) =>
    closeBill(tx, accountId, { through, now: new Date(), appOrigin: 'http://localhost', accrued: true }),
  )
  return 'closed' in closed ? closed.closed : undefined
}
async function clear() {
  await world.database.query(
    `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp, tax_bp, item_id)
      select gen_random_uuid(), account_id, 'accrued', 'sales', sum(case when "to" = 'accrued' then amount_cents else -amount_cents end),
        type, portal_id, month, commission_bp, tax_bp, item_id from ledger_entry
      where account_id = $1 and 'accrued' in ("from", "to") group by 2, 6, 7, 8, 9, 10, 11
      having sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) <> 0`,
    [accountId],
  )
}
const issue = async (billId: string) => {
  const artist = await as(world.database, 'artist')
  const { version } = ok(await artist.billing.getBill({ billId }))
  return ok(await artist.billing.approveBill({ billId }, { version }))
}

test('screen, paper and both files say the first month to the last, and the law counts from the first', async () => {
  const { database } = world
  const [artist, staff] = [await as(database, 'artist'), await as(database, 'billing')]
  await clear()
  await database.query("update billing_agreement set at = at - interval '1000 days' where account_id = $1", [
    accountId,
  ])
  for (const [back, cents] of [
    [4, 10_000],
    [3, 5_000],
    [2, 7_000],
  ] as const)
    await extra(back, cents)
  const billId = (await close(2)) ?? ''
  const waiting = ok(await artist.billing.getBill({ billId }))
  expect(waiting).toMatchObject({ periodFrom: month(4), period: month(2), baseCents: 22_000 })
  expect(waiting.issueBy).toBe(issueBy(month(4)))
  for (const asked of [4, 3, 2]) {
    const found = ok(await staff.billing.listAllBills({ period: month(asked).slice(0, 7) })).items
    expect(found.some(({ id }) => id === billId)).toBe(true)
  }
  expect(ok(await staff.billing.listAllBills({ period: month(1).slice(0, 7) })).items).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ id: billId })]),
  )

  const bill = await issue(billId)
  for (const locale of ['es', 'en'] as const) {
    const span = formats(locale).months(month(4), month(2))
    expect(span).not.toBe(formats(locale).month(month(2)))
    expect(pdfText(await documentOf(database, billId, 'pdf', locale))).toContain(
      span.replaceAll('–', '\u0096'),
    )
  }
  const facturae = (await documentOf(database, billId, 'facturae')).toString()
  expect(facturae.replace(/\s+/g, '')).toContain(
    `<InvoicingPeriod><StartDate>${month(4)}</StartDate><EndDate>${lastDay(2)}</EndDate></InvoicingPeriod>`,
  )
  const verifactu = (await documentOf(database, billId, 'verifactu')).toString()
  const [y, m, d] = lastDay(2).split('-')
  // One day is all that there is room for: the last, as of a bill that sums up (its schema, FechaOperacion).
  expect(verifactu).toContain(`<sum1:FechaOperacion>${d}-${m}-${y}<`)
  expect(verifactu).toContain(formats('es').months(month(4), month(2)).replaceAll('–', '-'))

  await expect(database.query('update bill set period_from = null where id = $1', [billId])).rejects.toThrow(
    /issued bill does not change/,
  )

  // What sets it right is of the same months.
  const difference = { amountCents: -1_000, description: 'Menos' }
  const draft = { billId, reason: 'Error', fault: 'base' as const, difference }
  const { correctedBy } = ok(await staff.billing.cancelBill(draft, { version: bill.version }))
  const corrective = await issue(correctedBy?.id ?? '')
  expect(corrective).toMatchObject({ periodFrom: month(4), period: month(2) })
  const corrected = (await documentOf(database, corrective.id, 'facturae')).toString().replace(/\s+/g, '')
  expect(corrected).toContain(
    `<TaxPeriod><StartDate>${month(4)}</StartDate><EndDate>${lastDay(2)}</EndDate></TaxPeriod>`,
  )
})

test('what was carried forward is of the month that it comes from, and no term counts from it', async () => {
  await clear()
  await extra(4, -3_000)
  expect(await close(4)).toBeUndefined()
  const open = await nextOf(world.database, 'artist', portalId)
  await extra(0, 9_000)
  const billId = (await close(0)) ?? ''
  expect(billId).toBe(open.id)
  const artist = await as(world.database, 'artist')
  const bill = ok(await artist.billing.getBill({ billId }))
  expect(bill).toMatchObject({ periodFrom: month(4), period: month(0), baseCents: 6_000 })
  expect(bill.issueBy).toBe(issueBy(month(0)))
  ok(await artist.billing.disputeBill({ billId, reason: 'No' }, { version: bill.version }))
  expect(ok(await artist.billing.getBill({ billId }))).toMatchObject({ periodFrom: null, period: null })
})

test('a bill of one month says it as before', async () => {
  await clear()
  await extra(1, 9_000)
  const billId = (await close(1)) ?? ''
  const bill = ok(await (await as(world.database, 'artist')).billing.getBill({ billId }))
  expect(bill).toMatchObject({ periodFrom: null, period: month(1), issueBy: issueBy(month(1)) })
})
