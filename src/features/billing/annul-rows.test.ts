import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putBillOf, putRecord, putSending } from '#testing/raw-fiscal.ts'
import { why } from '#testing/why.ts'
import { annulRecords } from './server/annul-records.ts'
import { fiscalMode } from './server/fiscal-mode-table.ts'
import { fiscalRecord } from './server/fiscal-table.ts'
import { bill } from './server/table.ts'

/** When the records of a bill are cancelled, and what the agency is told with it. */

const world = testDatabase()
const now = new Date('2026-01-20T12:00:00Z')
type State = 'waiting' | 'accepted' | 'acceptedWithErrors' | 'rejected'
type Past = [kind: 'alta' | 'anulacion', state?: State]

let made = 0
/** A cancelled bill with records that came so far; without a state they were never sent. */
async function cancelled(past: readonly Past[], row: Parameters<typeof putBillOf>[2] = {}, from = 1) {
  const issuerTaxId = row.number ? `I${made}` : `I${++made}`
  const billId = await putBillOf(world.database, issuerTaxId, {
    status: 'Cancelled',
    number: `N${made}`,
    ...row,
  })
  for (const [at, [kind, state]] of past.entries()) {
    const of = { issuerTaxId, sequence: from + at }
    await putRecord(world.database, { ...of, billId, kind, number: row.number ?? `N${made}` })
    if (state) await putSending(world.database, { ...of, state })
  }
  return { billId, issuerTaxId }
}
const sends = (issuerTaxId: string) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalMode).values({ issuerTaxId, mode: 'sending', validFrom: '2026-01-01', personName: 'P' }),
  )
const annul = (billId: string) =>
  inTrial(world.database, async (tx) => {
    const [row] = await tx.select().from(bill).where(eq(bill.id, billId))
    if (!row) throw new Error('no bill')
    await annulRecords(tx, row, { reason: 'Nunca se emitió', now })
  })
/** The cancellations of an issuer that say why, as they were written down. */
const told = async (issuerTaxId: string) =>
  (
    await inTrial(world.database, (tx) =>
      tx
        .select()
        .from(fiscalRecord)
        .where(eq(fiscalRecord.issuerTaxId, issuerTaxId))
        .orderBy(fiscalRecord.sequence),
    )
  ).flatMap(({ number, kind, amends }) =>
    kind === 'anulacion' && amends ? [`${number?.[0]} ${amends.refused} ${amends.reason}`] : [],
  )

test('a bill that stands, has no number or no records, or is cancelled there already has none to cancel', async () => {
  const { billId } = await cancelled([['alta']], { status: 'Approved' })
  expect(await why(annul(billId))).toBe('billing.notAnnullable')
  expect(await why(annul((await cancelled([])).billId))).toBe('billing.notAnnullable')
  for (const state of ['waiting', 'accepted', 'acceptedWithErrors', undefined] as const) {
    const over = await cancelled([['alta', 'accepted'], state ? ['anulacion', state] : ['anulacion']])
    expect(await why(annul(over.billId))).toBe('billing.alreadyAnnulled')
    expect(await told(over.issuerTaxId)).toEqual([])
  }
})

test.each<[sending: boolean, past: Past[], refused: string]>([
  [true, [['alta', 'accepted']], 'N'],
  [true, [['alta', 'acceptedWithErrors']], 'N'],
  [true, [['alta', 'waiting']], 'N'],
  [true, [['alta', 'rejected']], 'X'],
  [true, [['alta']], 'X'],
  [
    true,
    [
      ['alta', 'accepted'],
      ['anulacion', 'rejected'],
    ],
    'S',
  ],
  [
    true,
    [
      ['alta', 'rejected'],
      ['anulacion', 'rejected'],
    ],
    'XS',
  ],
  [
    true,
    [
      ['alta', 'rejected'],
      ['alta', 'accepted'],
    ],
    'N',
  ],
  [false, [['alta', 'rejected']], 'N'],
  [false, [['alta']], 'N'],
  [
    false,
    [
      ['alta', 'rejected'],
      ['anulacion', 'rejected'],
    ],
    'S',
  ],
])('sent %s, after %j it is told as %s', async (sending, past, refused) => {
  const { billId, issuerTaxId } = await cancelled(past)
  if (sending) await sends(issuerTaxId)
  const { version } = await read(billId)
  await annul(billId)
  expect(await told(issuerTaxId)).toEqual([`N ${refused} Nunca se emitió`])
  expect((await read(billId)).version).toBe(version + 1)
  expect(await why(annul(billId))).toBe('billing.alreadyAnnulled')
})

async function read(billId: string) {
  const [row] = await inTrial(world.database, (tx) => tx.select().from(bill).where(eq(bill.id, billId)))
  if (!row) throw new Error('no bill')
  return row
}

test('what took the bill back goes with it, the newest first, and nothing of another', async () => {
  const { billId, issuerTaxId } = await cancelled([['alta']])
  await cancelled([['alta']], { number: 'R', correctsId: billId, status: 'Approved' }, 2)
  const other = await cancelled([['alta']], { number: 'O' }, 3)
  await annul(billId)
  expect(await told(issuerTaxId)).toEqual(['R N Nunca se emitió', 'N N Nunca se emitió'])
  expect((await read(other.billId)).version).toBe(1)
})
