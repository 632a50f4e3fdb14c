import { expect, test } from 'vitest'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { settledIn } from './server/advance-forecast.ts'
import { nextOf } from './test-bills.ts'
import { parties } from './test-splits.ts'

/** When advances are settled, and that what it is reckoned from is said. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const month = (back: number) => formatDay(startOfMonth(dayOf(Date.now()), -back))
const within = (back: number, day: number) =>
  `${month(back).slice(0, 8)}${String(day).padStart(2, '0')}T12:00:00Z`

test('the last cent is settled in the month whose income reaches it', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const steady = { incomeOf: () => 1_000 }
  expect(settledIn(1_000, steady, 10_000, now)).toBe('2026-11')
  expect(settledIn(1_001, steady, 10_000, now)).toBe('2026-12')
  expect(settledIn(3_000, steady, 5_000, now)).toBe('2027-04')
  // A release in February brings the rest.
  const release = { incomeOf: (ahead: number) => 100 + (ahead === 3 ? 5_000 : 0) }
  expect(settledIn(5_000, release, 10_000, now)).toBe('2027-02')
  expect(settledIn(5_000, { incomeOf: () => 0 }, 10_000, now)).toBeNull()
})

test('pace without launches, earlier releases, and what is presold are told apart, and all of it is said', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'staff')
  const before = ok(await artist.billing.listAdvances({ portalId }))
  const product = async (sku: string, more: object = {}) =>
    ok(
      await staff.products.createProduct({
        ...{ portalId, name: { es: `Disco ${sku}` }, sku, category: 'album', format: 'limited' },
        ...{ priceCents: 1000, taxClass: 'general', editionUnits: 5000, ...more },
      } as never),
    )
  const sell = async (number: string, sku: string, euros: string, placedAt: string) =>
    ok(
      await artist.orders.putOrder({
        ...{ portalId, externalId: number, placedAt, currency: 'EUR' },
        lines: [{ id: '1', sku, units: 1, unitPrice: euros }],
      } as never),
    )
  const release = (productId: string, at: string, title: string) =>
    database.query(
      `insert into release (portal_id, id, title, product_id, release_at, duration_days, status)
       values ($1, gen_random_uuid(), $2, $3, $4, 30, 'published')`,
      [portalId, JSON.stringify({ es: title }), productId, at],
    )
  const [steady, early] = [await product('STEADY'), await product('EARLY')]
  // A hundred a month of what sells anyway, at 10 % for 90; and a record five months ago: 900, 450, 90 in its first three.
  for (let back = 6; back >= 1; back--) await sell(`S-${back}`, 'STEADY', '100', within(back, 10))
  await release(early.id, within(5, 3), 'Primero')
  await sell('E-5', 'EARLY', '1000', within(5, 4))
  await sell('E-4', 'EARLY', '500', within(4, 4))
  await sell('E-3', 'EARLY', '100', within(3, 4))
  await sell('E-2', 'EARLY', '100', within(2, 4))
  await accrueSales(database)
  const plain = ok(await artist.billing.listAdvances({ portalId })).forecast
  expect(plain).toMatchObject({ paceMonths: 6, compared: 1, coming: [] })
  // The world's own sales, and those here but for the launch: 6 × 90 and 90.
  const [own] = await database.query<{ cents: string }>(
    `select coalesce(sum(amount_cents), 0) as cents from ledger_entry where account_id = $1 and micros is not null
       and "to" = 'accrued' and month >= $2 and month < $3`,
    [accounts.ninoLobo.id, month(6), month(0)],
  )
  expect(plain.monthlyCents).toBe(Math.round((Number(own?.cents) - 144_000) / 6))
  expect(steady.id).toBeTruthy()

  const next = await product('NEXT')
  await release(next.id, within(-2, 3), 'Segundo')
  const coming = ok(await artist.billing.listAdvances({ portalId, amountCents: 100_000 }))
  expect(coming.forecast.coming).toMatchObject([
    { title: { es: 'Segundo' }, presoldCents: 0, compared: 1, expectedCents: 144_000 },
  ])
  expect(coming.whatIf?.coming).toEqual(coming.forecast.coming)
  // What is presold beyond what the one before it brought in its first month counts instead.
  const on = within(-1, 20).slice(0, 10)
  await product('SOON', { format: 'presave', releaseOn: on, editionUnits: undefined })
  await sell('P-1', 'SOON', '200', new Date().toISOString())
  const held = ok(await artist.billing.listAdvances({ portalId })).forecast.coming
  expect(held[0]).toMatchObject({ on, presoldCents: 18_000, expectedCents: 18_000, compared: 0 })
  expect(held).toHaveLength(2)
  expect(before.forecast.coming).toEqual([])
})

test('of a release that others share in, the next one brings what the account had of it', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const [early] = ok(await artist.products.listProducts({ portal: portalId, q: 'EARLY' })).items
  const productId = early?.id ?? ''
  const split = ok(
    await staff.billing.createSplit({ portalId, productId, validFrom: month(0), payer: 'provider', parties }),
  )
  ok(
    await artist.orders.putOrder({
      ...{ portalId, externalId: 'E-5-2', placedAt: within(5, 5), currency: 'EUR' },
      lines: [{ id: '1', sku: 'EARLY', name: 'EARLY', units: 1, unitPrice: '1000' }],
    }),
  )
  // As if it had been said before it came out.
  await database.query(
    `update order_line l set split_id = $3 from sku_mapping m
      where m.portal_id = $1 and m.product_id = $2 and l.portal_id = m.portal_id and l.sku_id = m.id`,
    [portalId, productId, split.id],
  )
  const { coming } = ok(await artist.billing.listAdvances({ portalId })).forecast
  expect(coming.find(({ title }) => title.es === 'Segundo')).toMatchObject({ expectedCents: 117_000 })
})

test('of an account that has sold nothing yet nothing is reckoned', async () => {
  const { database } = world
  const fresh = await as(database, 'billing')
  const [empty] = await database.query<{ id: string }>(
    `select p.id from portal p where p.master and p.deleted_at is null and not exists (
       select from ledger_entry e join portal q on q.account_id = p.account_id where e.account_id = p.account_id) limit 1`,
  )
  if (!empty) throw new Error('every account has sold something')
  const { forecast } = ok(await fresh.billing.listAdvances({ portalId: empty.id }))
  expect(forecast).toMatchObject({ paceMonths: 0, monthlyCents: 0, compared: 0 })
})

test('what is earned and not issued yet counts first: of this month, of earlier ones, and on bills that wait', async () => {
  const { database } = world
  const [artist, staff] = [await as(database, 'artist'), await as(database, 'billing')]
  await accrueSales(database)
  const asked = async (amountCents?: number) =>
    ok(await artist.billing.listAdvances({ portalId, amountCents }))
  const before = (await asked()).forecast
  const enough = 5_000_000
  expect((await asked(enough)).whatIf?.settledIn).not.toBe(month(0).slice(0, 7))
  // As much on a bill that waits, and again on the open one: at half of each just what is asked for.
  const extra = async (amountCents: number) => {
    const { id } = await nextOf(database, 'staff', portalId)
    const draft = { type: 'Extra' as const, description: 'Directo', amountCents, reason: 'Contrato' }
    ok(await staff.billing.addLine({ billId: id, ...draft }))
    return ok(await staff.billing.getBill({ billId: id }))
  }
  const first = await extra(enough)
  ok(await staff.billing.closeBill({ billId: first.id }, { version: first.version }))
  const waiting = await asked(enough)
  expect(waiting.forecast.earnedCents - before.earnedCents).toBe(enough)
  await extra(enough)
  const both = await asked(enough)
  expect(both.forecast.earnedCents - before.earnedCents).toBe(2 * enough)
  expect(both.whatIf?.settledIn).toBe(month(0).slice(0, 7))
  // What has been earned comes once: it is not there again next month.
  expect((await asked(2.5 * enough)).whatIf?.settledIn).not.toBe(month(-1).slice(0, 7))
  // What is issued is earned no more: it has been settled with, and is paid.
  const pending = ok(await artist.billing.getBill({ billId: first.id }))
  ok(await artist.billing.approveBill({ billId: first.id }, { version: pending.version }))
  expect((await asked()).forecast.earnedCents - before.earnedCents).toBeLessThanOrEqual(enough)
})

test('what somebody else earned who had the account before settles no advance of who asks now', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  await accrueSales(database)
  const earned = async () => ok(await artist.billing.listAdvances({ portalId })).forecast.earnedCents
  const { id: accountId } = accounts.ninoLobo
  const lines = `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, month, item_id, description)
    values (gen_random_uuid(), $1, 'extra', 'accrued', $3, 'Extra', $2, gen_random_uuid(), 'Directo')`
  await database.query(lines, [accountId, month(2), 70_000])
  const all = await earned()
  // The account went over at the beginning of the month before; two months ago it was hers.
  await database.query(
    `insert into billing_information_past (id, account_id, since, information)
      values (gen_random_uuid(), $1, null, '{"taxId": "44556678Z", "legalName": "Inés Alba"}')`,
    [accountId],
  )
  await database.query('update billing_information set since = $2 where account_id = $1', [
    accountId,
    month(1),
  ])
  const [hers] = await database.query<{ cents: string }>(
    `select sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) as cents from ledger_entry
      where account_id = $1 and 'accrued' in ("from", "to") and month < $2`,
    [accountId, month(1)],
  )
  expect(Number(hers?.cents)).toBeGreaterThanOrEqual(70_000)
  expect(all - (await earned())).toBe(Number(hers?.cents))
  await database.query(lines, [accountId, month(1), 5_000])
  expect(all - (await earned())).toBe(Number(hers?.cents) - 5_000)
})
