import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putInformation } from '#testing/raw-bills.ts'
import { type BillRow, putIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { charge, chargeSettlement } from './server/charge-table.ts'
import { issueCorrection, proposeCorrection } from './server/correct-bill.ts'
import { bill } from './server/table.ts'

/** Who issues a correction, who hears of it, and what becomes of its parts and of charges. */

const world = testDatabase()
const now = new Date('2027-01-01T12:00:00Z')
let accountId = ''
beforeEach(async () => {
  accountId = (await putAccount(world.database, 'Cuenta')).accountId
  await putInformation(world.database, { accountId, taxId: 'A', email: `a@${accountId}.test` })
})
const issued = (row: BillRow = {}) => putIssued(world.database, { accountId, ...row })
const read = async (id: string) => {
  const [row] = await inTrial(world.database, (tx) => tx.select().from(bill).where(eq(bill.id, id)))
  if (!row) throw new Error('no bill')
  return row
}
async function propose(id: string, cents?: number) {
  const row = await read(id)
  const difference = cents === undefined ? undefined : { amountCents: cents, description: 'Parte' }
  await inTrial(world.database, (tx) =>
    proposeCorrection(
      tx,
      row,
      { reason: 'E', fault: 'base', difference },
      { now, actorId: null, appOrigin: '' },
    ),
  )
  const [made] = await inTrial(world.database, (tx) =>
    tx.select().from(bill).where(eq(bill.correctsId, id)).orderBy(bill.createdAt, bill.id),
  ).then((found) => found.filter(({ status }) => status === 'Pending'))
  if (!made) throw new Error('none waits')
  return made
}
const issue = async (id: string) => {
  const row = await read(id)
  return inTrial(world.database, (tx) =>
    issueCorrection(tx, row, { now, by: 'account', actorId: null, appOrigin: '' }),
  ).then(
    () => 'issued',
    ({ code }: { code: string }) => code,
  )
}
const agree = () => putAgreement(world.database, accountId)
const mails = async () => {
  const found = await world.database.query<{ kind: string }>(
    'select kind from mail where "to" = $1 order by created_at, id',
    [`a@${accountId}.test`],
  )
  return found.map(({ kind }) => kind)
}

test('the provider issues it by the agreement that the bill was made under, and the account otherwise', async () => {
  const own = await propose(await issued({ selfInvoice: false }))
  const without = await propose(await issued({ selfInvoice: true }))
  await agree()
  const agreed = await propose(await issued({ selfInvoice: true }))
  const before = await propose(await issued({ selfInvoice: null }))
  const never = await propose(await issued({ selfInvoice: false }))
  expect([own, without, agreed, before, never].map(({ selfInvoice }) => selfInvoice)).toEqual([
    ...[false, false, true, true, false],
  ])
  expect(await mails()).toEqual(
    ['correctiveOwn', 'correctiveOwn', 'corrective', 'corrective', 'correctiveOwn'].map(
      (one) => `billing.${one}`,
    ),
  )
  expect([await issue(agreed.id), await issue(never.id)]).toEqual(['issued', 'issued'])
  const records = (id: string) =>
    world.database.query('select kind from fiscal_record where bill_id = $1', [id])
  expect([await records(agreed.id), await records(never.id)]).toEqual([[{ kind: 'alta' }], []])
  expect((await mails()).slice(5)).toEqual(['billing.issued', 'billing.issued'])
})

test('parts of what nobody has paid go with it, and what was paid of them alone stands in its way', async () => {
  const id = await issued()
  const part = await propose(id, -400)
  await issue(part.id)
  const whole = await propose(id)
  await world.database.query(`update bill set payment = 'paid' where id = $1`, [part.id])
  expect(await issue(whole.id)).toBe('billing.correctedInPart')
  await world.database.query(`update bill set payment = 'unpaid' where id = $1`, [part.id])
  expect(await issue(whole.id)).toBe('issued')
  expect([(await read(id)).status, (await read(part.id)).status]).toEqual(['Cancelled', 'Cancelled'])
})

test('what was set against a bill that nobody has paid is owed again, and of what was paid it stays', async () => {
  const settled = async (payment: 'unpaid' | 'paid') => {
    const id = await issued({ payment, offsetCents: 30 })
    const chargeId = v7()
    await inTrial(world.database, async (tx) => {
      await tx.insert(charge).values({
        ...{ id: chargeId, accountId, number: chargeId, issuedOn: '2026-11-01', hash: 'h', tax: {} as never },
        ...{
          provider: {} as never,
          information: { taxId: 'Z' } as never,
          totals: { totalCents: 30 } as never,
        },
      })
      await tx
        .insert(chargeSettlement)
        .values({ accountId, chargeId, billId: id, amountCents: 30, day: '2026-11-02' })
    })
    await issue((await propose(id)).id)
    const [sum] = await world.database.query<{ cents: number }>(
      'select sum(amount_cents)::int as cents from charge_settlement where charge_id = $1',
      [chargeId],
    )
    return [sum?.cents, (await read(id)).offsetCents]
  }
  expect(await settled('unpaid')).toEqual([0, 0])
  expect(await settled('paid')).toEqual([30, 30])
})
