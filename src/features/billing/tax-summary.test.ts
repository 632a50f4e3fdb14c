import { expect, test } from 'vitest'
import { todayPlus } from '#platform/windows.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { keyOfRetention } from './retention.ts'
import { pendingBill } from './test-bills.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const today = todayPlus(new Date())
const year = Number(today.slice(0, 4))

test('who was paid and sent it back within the time is not declared', async () => {
  const [staff, artist] = [await as(world.database, 'billing'), await as(world.database, 'artist')]
  await world.database.query(
    `update billing_information set retention = 'professional', retention_bp = 1500, postcode = '28012'
    where account_id = (select account_id from portal where id = $1)`,
    [portalId],
  )
  const { id: billId, version } = await pendingBill(world.database, portalId)
  const bill = ok(await artist.billing.approveBill({ billId }, { version }))
  const of = async () =>
    ok(await staff.billing.getTaxDeclaration({ model: '190', year })).rows.find(
      ({ taxId }) => taxId === bill.taxId,
    )
  expect(await of()).toBeUndefined()
  const paid = ok(
    await staff.billing.setPayment({ billId, payment: 'paid', on: today }, { version: bill.version }),
  )
  expect(await of()).toMatchObject({ payments: 1 })
  const reason = 'AC04'
  ok(
    await staff.billing.setPayment(
      { billId, payment: 'returned', on: today, reason },
      { version: paid.version },
    ),
  )
  expect(await of()).toBeUndefined()
})

test('what is declared is what was paid, by the day of the payment, less what came back', async () => {
  const { database } = world
  const [staff, artist] = [await as(database, 'billing'), await as(database, 'artist')]
  // Nothing else of the world is paid in this time.
  const declared = async (of: number) => ok(await staff.billing.getTaxDeclaration({ model: '190', year: of }))
  const before = [await declared(year), await declared(year - 1)] as const
  await database.query(
    `update billing_information set retention = 'professional', retention_bp = 1500, postcode = '28012'
    where account_id = (select account_id from portal where id = $1)`,
    [portalId],
  )
  const { id: billId, version } = await pendingBill(database, portalId)
  // Of a month of last year: its payment may be of then.
  await database.query('update bill set period = $2 where id = $1', [billId, `${year - 1}-12-01`])
  const bill = ok(await artist.billing.approveBill({ billId }, { version }))
  const { baseCents, retentionCents } = bill.totals
  expect(retentionCents).toBeGreaterThan(0)
  const issued = await declared(year)
  expect(issued.retentionCents).toBe(before[0].retentionCents)
  expect(issued.toPayCents).toBe(before[0].toPayCents + retentionCents)
  // Paid on the last day of the year before, whatever day the bill bears.
  const lastDay = `${year - 1}-12-31`
  const paid = ok(
    await staff.billing.setPayment({ billId, payment: 'paid', on: lastDay }, { version: bill.version }),
  )
  expect((await declared(year)).toPayCents).toBe(before[0].toPayCents)
  const last = await declared(year - 1)
  expect(last.baseCents).toBe(before[1].baseCents + baseCents)
  expect(last.rows.find(({ taxId }) => taxId === bill.taxId)).toMatchObject({ key: 'G', province: '28' })
  expect((await declared(year)).retentionCents).toBe(before[0].retentionCents)
  expect((await declared(year - 1)).retentionCents).toBe(before[1].retentionCents + retentionCents)
  const quarter = ok(await staff.billing.getTaxDeclaration({ model: '111', year: year - 1, quarter: 4 }))
  expect(quarter.rows.find(({ taxId }) => taxId === bill.taxId)).toMatchObject({
    retentionCents,
    payments: 1,
  })
  // It came back, and counts less in the time in which it did.
  ok(
    await staff.billing.setPayment(
      { billId, payment: 'returned', on: today, reason: 'AC04' },
      { version: paid.version },
    ),
  )
  expect((await declared(year)).retentionCents).toBe(before[0].retentionCents - retentionCents)
  const file = await fileFor(
    world.database,
    people.billing.id,
    `/billing/taxSummary?model=190&year=${year - 1}`,
  )
  expect(await file.text()).toContain(`${bill.taxId};`)
  // Forms of a quarter say which one in their name, those of a year do not.
  for (const [model, quarter, end] of [
    ['190', '', ''],
    ['193', '', ''],
    ['111', '&quarter=2', '-2T'],
    ['123', '&quarter=2', '-2T'],
  ]) {
    const asked = `/billing/taxSummary?model=${model}&year=${year}${quarter}`
    const { headers } = await fileFor(world.database, people.billing.id, asked)
    expect(headers.get('content-disposition')).toContain(`modelo-${model}-${year}${end}.csv`)
  }
  const none = await staff.billing.getTaxDeclaration({ model: '111', year })
  expect(none).toMatchObject({ error: { fields: { quarter: expect.any(String) } } })
  const yearly = await staff.billing.getTaxDeclaration({ model: '190', year, quarter: 1 })
  expect(yearly).toMatchObject({ error: { fields: { quarter: expect.any(String) } } })
})

test('each kind is declared under its key, and in 123 and 193 without one', () => {
  const key = (retention: string | null, bp: number, taxId = '12345678Z') =>
    keyOfRetention({ retention, bp, taxId, kind: /^\d/.test(taxId) ? 'person' : 'company' })
  expect([key('lowIncome', 700), key('imageRights', 2400), key('intellectualProperty', 1500)]).toEqual([
    ...['G', 'I.01', 'I.02'],
  ])
  expect([key('capital', 1900), key(null, 1900), key(null, 2400), key(null, 700)]).toEqual([
    ...[null, null, 'I.01', 'G'],
  ])
  // What companies are withheld from is no income tax; what bodies are whose income is their members' is.
  expect([key('imageRights', 2400, 'B20000048'), key(null, 2400, 'B20000048')]).toEqual([null, null])
  expect([key('professional', 1500, 'E12345674'), key('imageRights', 2400, 'J12345674')]).toEqual([
    ...['G', 'I.01'],
  ])
})
