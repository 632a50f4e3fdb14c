import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import type { Database } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { pastIncome } from '#testing/past-income.ts'
import { people, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { nextOf, pendingBill } from './test-bills.ts'

const world = testDatabase()
const { id: portalId } = portals.ninoLobo

/** An advance that the account has accepted. */
async function granted(database: Database, amountCents: number) {
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const asked = ok(await artist.billing.requestAdvance({ portalId, amountCents }))
  const reviewed = ok(await staff.billing.reviewAdvance({ billId: asked.id }, { version: asked.version }))
  const offered = ok(await staff.billing.grantAdvance({ billId: asked.id }, { version: reviewed.version }))
  ok(await artist.billing.approveBill({ billId: asked.id }, { version: offered.version }))
}

test('an advance is taken off one bill: the oldest that waits, and of the others what that leaves', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  await accrueSales(database)
  await pastIncome(database, 'ninoLobo', 1_800_000)
  const first = await nextOf(database, 'artist', portalId)
  ok(await staff.billing.closeBill({ billId: first.id }, { version: first.version }))
  const all = ok(await artist.billing.getBill({ billId: first.id }))
  ok(await artist.billing.approveBill({ billId: all.id }, { version: all.version }))
  await granted(database, 30_000)
  const read = async (billId: string) => ok(await artist.billing.getBill({ billId }))
  // Of two lines: all that a bill comes to counts.
  const line = { type: 'Extra' as const, description: 'Pegatinas', amountCents: 12_000, reason: 'Acuerdo' }
  ok(await staff.billing.addLine({ billId: (await nextOf(database, 'staff', portalId)).id, ...line }))
  const before = await pendingBill(database, portalId, 8_000)
  const after = await pendingBill(database, portalId, 25_000)
  const { id: openId } = await nextOf(database, 'artist', portalId)
  ok(
    await staff.billing.addLine({
      ...{ billId: openId, type: 'Extra', description: 'Cartel', amountCents: 7_000, reason: 'Acuerdo' },
    }),
  )
  const settled = async () =>
    Promise.all([before.id, after.id, openId].map(async (id) => (await read(id)).totals.settledCents))
  expect(await settled()).toEqual([20_000, 10_000, 0])
  const listed = ok(await artist.billing.listBills({ portalId })).items
  const payable = listed.find(({ id }) => id === after.id)?.payableCents
  // 150 and its tax, less 15 % of it.
  expect(payable).toBe(15_000 + 3_150 - 2_250)
  expect(ok(await artist.billing.getBilling({ portalId })).next?.baseCents).toBe(7_000)
  // Whichever is accepted first is issued as it was shown.
  const waiting = await read(after.id)
  const issued = ok(await artist.billing.approveBill({ billId: after.id }, { version: waiting.version }))
  expect(issued.totals).toMatchObject({ settledCents: 10_000, payableCents: payable })
  expect(await settled()).toEqual([20_000, 10_000, 0])
  // What the first leaves is the open one's again when it is sent back.
  const last = await read(before.id)
  ok(await artist.billing.disputeBill({ billId: last.id, reason: 'No es mío' }, { version: last.version }))
  expect((await read(last.id)).totals.settledCents).toBe(20_000)
})

test('an advance of which bills have taken some off is not corrected any more', async () => {
  const { database } = world
  const [artist, staff] = [await as(database, 'artist'), await as(database, 'billing')]
  const settled = ok(await artist.billing.listAdvances({ portalId })).items.find(
    ({ state, openCents, amountCents }) => state !== null && openCents < amountCents,
  )
  if (!settled) throw new Error('no advance is settled in part')
  const bill = ok(await staff.billing.getBill({ billId: settled.id }))
  const wish = { billId: bill.id, reason: 'Error', fault: 'detail' as const }
  expect(failureCode(await staff.billing.cancelBill(wish, { version: bill.version }))).toBe(
    'billing.advanceSettled',
  )
  expect(ok(await staff.billing.getBill({ billId: bill.id })).status).toBe('Approved')
})

test('what is asked for and not decided yet leaves less to ask for, as what is outstanding does', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const read = async () => {
    const { requestedCents, outstandingCents, availableCents } = ok(
      await artist.billing.listAdvances({ portalId }),
    )
    return { requestedCents, outstandingCents, availableCents }
  }
  const { availableCents, ...before } = await read()
  const asked = ok(await artist.billing.requestAdvance({ portalId, amountCents: 4_000 }))
  const waiting = {
    requestedCents: before.requestedCents + 4_000,
    outstandingCents: before.outstandingCents,
    availableCents: availableCents - 4_000,
  }
  expect(await read()).toEqual(waiting)
  const reviewed = ok(await staff.billing.reviewAdvance({ billId: asked.id }, { version: asked.version }))
  const offered = ok(await staff.billing.grantAdvance({ billId: asked.id }, { version: reviewed.version }))
  expect(await read()).toEqual(waiting)
  ok(await artist.billing.approveBill({ billId: asked.id }, { version: offered.version }))
  expect(await read()).toEqual({
    requestedCents: before.requestedCents,
    outstandingCents: before.outstandingCents + 4_000,
    availableCents: availableCents - 4_000,
  })
})

test('an advance that is refused bills nothing, also once it was granted', async () => {
  const { database } = world
  const [artist, staff] = [await as(database, 'artist'), await as(database, 'billing')]
  const linesOf = (billId: string) => database.query('select 1 from bill_line where bill_id = $1', [billId])
  const before = ok(await artist.billing.listAdvances({ portalId })).availableCents
  const asked = ok(await artist.billing.requestAdvance({ portalId, amountCents: 3_000, reason: 'Vinilo' }))
  const reviewed = ok(await staff.billing.reviewAdvance({ billId: asked.id }, { version: asked.version }))
  const offered = ok(await staff.billing.grantAdvance({ billId: asked.id }, { version: reviewed.version }))
  expect(await linesOf(asked.id)).toHaveLength(1)
  const refuse = { billId: asked.id, reason: 'Ya no hay gira' }
  expect(ok(await staff.billing.refuseAdvance(refuse, { version: offered.version }))).toMatchObject({
    ...{ status: 'Cancelled', state: null, openCents: 0, reason: 'Ya no hay gira' },
  })
  expect(await linesOf(asked.id)).toEqual([])
  expect(ok(await artist.billing.listAdvances({ portalId })).availableCents).toBe(before)
})

test('an own invoice is of what its bill shows', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const older = await pendingBill(database, portalId, 30_000)
  await database.query('update portal set self_invoice = false where id = $1', [portalId])
  const bill = await pendingBill(database, portalId, 10_000)
  const { baseCents, taxCents, retentionCents, totalCents } = ok(
    await artist.billing.getBill({ billId: bill.id }),
  ).totals
  expect(baseCents).toBe(10_000)
  const own = ok(
    await artist.billing.setOwnInvoice(
      {
        ...{ billId: bill.id, number: 'A/1', date: formatDay(dayOf(Date.now())) },
        file: Buffer.from('%PDF-1.7 propia').toString('base64'),
        ...{ baseCents, taxCents, retentionCents, totalCents },
      },
      { version: bill.version },
    ),
  )
  const issued = ok(await artist.billing.approveBill({ billId: bill.id }, { version: own.version }))
  expect(issued.totals).toMatchObject({ settledCents: 0, totalCents })
  await database.query('update portal set self_invoice = true where id = $1', [portalId])
  expect(ok(await artist.billing.getBill({ billId: older.id })).totals.settledCents).toBeGreaterThan(0)
  const records = await database.query('select 1 from fiscal_record where bill_id = $1', [bill.id])
  expect(records).toEqual([])
})

test('a bill that advances have settled whole promises no payment', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  await granted(database, 60_000)
  const waiting = await pendingBill(database, portalId, 5_000)
  const bill = ok(await artist.billing.approveBill({ billId: waiting.id }, { version: waiting.version }))
  expect(bill).toMatchObject({ status: 'Approved', totals: { payableCents: 0 }, expected: null })
})

test('whoever is granted an advance is told what it comes to, and where it is accepted', async () => {
  const { database } = world
  await database.query('delete from message')
  await database.query('delete from mail')
  const [artist, staff] = [await as(database, 'artist'), await as(database, 'billing')]
  const asked = ok(await artist.billing.requestAdvance({ portalId, amountCents: 20_000 }))
  const reviewed = ok(await staff.billing.reviewAdvance({ billId: asked.id }, { version: asked.version }))
  expect(await database.query('select 1 from mail')).toEqual([])
  ok(await staff.billing.grantAdvance({ billId: asked.id }, { version: reviewed.version }))
  const mails = await database.query<{ to: string; kind: string; text: string }>(
    `select "to", kind, text from mail where "to" = $1`,
    [people.artist.email],
  )
  expect(mails.map(({ kind }) => kind)).toEqual(['billing.advance'])
  expect(mails[0]?.text).toContain(`/billing/${asked.id}\n`)
  // 200 and their tax, less 15 % of them.
  expect(mails[0]?.text).toContain('212,00')
  const told = ok(await artist.inbox.listMessages({})).items.filter(({ link }) => link?.endsWith(asked.id))
  expect(told).toHaveLength(1)
})
