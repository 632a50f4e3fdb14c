import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { pendingBill } from './test-bills.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const dayFrom = (days: number) => todayPlus(new Date(), days)
const today = dayFrom(0)

/** An approved bill of 1,000 €, and who pays it. */
const approved = async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const artist = await as(database, 'artist')
  const { id, version } = await pendingBill(database, portalId)
  return { staff, bill: ok(await artist.billing.approveBill({ billId: id }, { version })) }
}

test('a bill of a payment file is not paid before the day on which the bank was asked to', async () => {
  const { staff, bill } = await approved()
  const { id: remittanceId } = ok(await staff.billing.createRemittance({ on: dayFrom(7) }))
  const { version } = ok(await staff.billing.getBill({ billId: bill.id }))
  // Nobody has had the file: whoever downloads it afterwards would pay twice.
  const pay = (on: string) => staff.billing.setPayment({ billId: bill.id, payment: 'paid', on }, { version })
  expect(failureCode(await pay(today))).toBe('billing.fileHere')
  ok(await staff.billing.downloadRemittance({ remittanceId }))
  const paid = await pay(today)
  expect(paid).toMatchObject({ error: { fields: { on: expect.any(String) } } })
  // When the day has come, it is.
  await world.database.query('update remittance set executed_on = $1', [dayFrom(-1)])
  ok(await pay(dayFrom(-1)))
})

describe('the account statement', () => {
  const lines = async (f: string, t: string) => {
    const asked = `/portal/${portalId}/statement?f=${f}&t=${t}&format=csv`
    const text = await (await fileFor(world.database, people.billing.id, asked)).text()
    return text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(';'))
  }
  /** What was owed before the first row. */
  const opening = async (f: string) => Number((await lines(f, today))[0]?.at(-1)?.replace(',', '.'))

  test('has a payment on its day at the bank, and what was owed before a day goes by it', async () => {
    const { staff, bill } = await approved()
    // Paid last week, recorded today: somebody goes through the bank's list on a Monday.
    const before = await opening(dayFrom(-6))
    const on = dayFrom(-7)
    const { version } = bill
    ok(await staff.billing.setPayment({ billId: bill.id, payment: 'paid', on }, { version }))
    const week = await lines(dayFrom(-8), dayFrom(-6))
    expect(week.filter((line) => line[1] === bill.number)).toEqual([
      [
        on,
        bill.number,
        expect.any(String),
        String(-bill.totals.payableCents / 100).replace('.', ','),
        expect.any(String),
      ],
    ])
    expect(await opening(dayFrom(-8))).toBeCloseTo(before, 2)
    expect(await opening(dayFrom(-6))).toBeCloseTo(before - bill.totals.payableCents / 100, 2)
    const balances = (await lines(dayFrom(-40), today)).map(([day]) => day)
    expect(balances).toEqual(balances.toSorted())
  })

  test('refuses a last day before the first, by its field', async () => {
    const staff = await as(world.database, 'billing')
    const asked = await staff.billing.getStatement({ portalId, f: today, t: dayFrom(-1), format: 'csv' })
    expect(asked).toMatchObject({ error: { fields: { t: expect.any(String) } } })
  })
})
