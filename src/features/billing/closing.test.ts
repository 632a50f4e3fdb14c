import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { pastIncome } from '#testing/past-income.ts'
import { portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { nextOf, pendingBill } from './test-bills.ts'

const world = testDatabase()
const portalId = portals.orquestaPoniente.id
const line = { type: 'Extra' as const, description: 'Taller', reason: 'Cargo' }

test('who closes what they saw closes no line that came since', async () => {
  const staff = await as(world.database, 'billing')
  const { id: billId } = await nextOf(world.database, 'staff', portalId)
  const seen = ok(await staff.billing.getBill({ billId }))
  ok(await staff.billing.addLine({ billId, ...line, amountCents: 12_300 }))
  const late = await staff.billing.closeBill({ billId }, { version: seen.version })
  expect(failureCode(late)).toBe('stale')
})

test('what comes to nothing is no bill, and goes on in the next month', async () => {
  const staff = await as(world.database, 'billing')
  const { id: billId } = await nextOf(world.database, 'staff', portalId)
  const { totals } = ok(await staff.billing.getBill({ billId }))
  ok(await staff.billing.addLine({ billId, ...line, amountCents: -totals.earnedCents }))
  const open = ok(await staff.billing.getBill({ billId }))
  expect(open.totals.earnedCents).toBe(0)
  const closed = await staff.billing.closeBill({ billId }, { version: open.version })
  expect(failureCode(closed)).toBe('billing.negative')
})

test('closing leaves behind what the bill was and what it came to', async () => {
  const closed = await pendingBill(world.database, portalId, 45_600)
  const boss = await as(world.database, 'super')
  const { items } = ok(await boss.activity.listActivity({ action: 'billing.closeBill' }))
  const entry = items.find(({ target }) => target?.id === closed.id)
  expect(entry?.changes.map(({ before, after }) => [before, after])).toContainEqual([
    expect.stringMatching(/\S/),
    expect.stringMatching(/\S/),
  ])
})

test('an advance that is only asked for waits for staff, one that is offered for the account', async () => {
  const artist = await as(world.database, 'artist')
  const staff = await as(world.database, 'billing')
  const at = { portalId: portals.ninoLobo.id }
  const waiting = async () => ok(await artist.portals.listAlerts(at)).includes('bill-to-accept')
  await pastIncome(world.database, 'ninoLobo', 1_800_000)
  expect(await waiting()).toBe(false)
  const asked = ok(await artist.billing.requestAdvance({ ...at, amountCents: 1_000 }))
  expect(await waiting()).toBe(false)
  const reviewed = ok(await staff.billing.reviewAdvance({ billId: asked.id }, { version: asked.version }))
  expect(await waiting()).toBe(false)
  ok(await staff.billing.grantAdvance({ billId: asked.id }, { version: reviewed.version }))
  expect(await waiting()).toBe(true)
})

test('the list of all bills names each of them once, whatever it waits for', async () => {
  const staff = await as(world.database, 'billing')
  const { items, total } = ok(await staff.billing.listAllBills({}))
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  expect(items.length).toBe(Math.min(total, 50))
})

test('the orders behind a line add up to its units, however many each has', async () => {
  const label = await as(world.database, 'label')
  await accrueSales(world.database)
  const { id: billId } = await nextOf(world.database, 'label', portals.bajamar.id)
  const { lines } = ok(await label.billing.getBill({ billId }))
  const behind = await Promise.all(
    lines
      .filter(({ opens }) => opens)
      .map(async ({ position, units }) => {
        const { items, total } = ok(await label.billing.listLineOrders({ billId, position }))
        return { units, whole: total === items.length, counted: items.map((one) => one.units) }
      }),
  )
  const whole = behind.filter((one) => one.whole)
  expect(whole.flatMap(({ counted }) => counted).some((units) => units > 1)).toBe(true)
  expect(whole.map(({ counted }) => counted.reduce((all, one) => all + one, 0))).toEqual(
    whole.map(({ units }) => units),
  )
})
