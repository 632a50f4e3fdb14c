import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putBillOf, putRecord, putSending } from '#testing/raw-fiscal.ts'
import { fiscalMode, fiscalSignature } from './server/fiscal-mode-table.ts'
import { findRecords } from './server/fiscal-record.ts'
import { type Amends, fiscalAnswer } from './server/fiscal-table.ts'
import { mendRecord } from './server/mend-record.ts'
import { reaches, statesOf } from './server/record-fates.ts'
import { recordStates } from './server/record-states.ts'
import { bill } from './server/table.ts'

/** When another record may stand in a record's place, what it says, and how far each has come. */

const world = testDatabase()
const now = new Date('2026-01-20T12:00:00Z')
type State = 'waiting' | 'accepted' | 'acceptedWithErrors' | 'rejected'
type Past = { kind?: 'alta' | 'anulacion'; state?: State; amends?: Partial<Amends> }

let made = 0
/** A bill with records that came so far; without a state they were never sent. */
async function billWith(...past: Past[]) {
  const issuerTaxId = `I${++made}`
  const billId = await putBillOf(world.database, issuerTaxId)
  for (const [at, { kind = 'alta', state, amends }] of past.entries()) {
    const of = { issuerTaxId, sequence: at + 1 }
    await putRecord(world.database, { ...of, billId, kind, number: 'N', amends: (amends as Amends) ?? null })
    if (state) await putSending(world.database, { ...of, state })
  }
  return { billId, issuerTaxId }
}
const sends = (issuerTaxId: string) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalMode).values({ issuerTaxId, mode: 'sending', validFrom: '2026-01-01', personName: 'P' }),
  )
async function mend(billId: string, what: Partial<Parameters<typeof mendRecord>[2]> = {}) {
  try {
    await inTrial(world.database, async (tx) => {
      const [row] = await tx.select().from(bill).where(eq(bill.id, billId))
      if (!row) throw new Error('no bill')
      await mendRecord(tx, row, { reason: 'Errata', ...what }, now)
    })
  } catch (error) {
    const { code, fields } = error as { code: string; fields?: object }
    return fields ? Object.keys(fields).join() : code
  }
  const found = await inTrial(world.database, (tx) => findRecords(tx, sql`r.bill_id = ${billId}`))
  return found.at(-1)?.amends ?? undefined
}

test('what was cancelled, waits, or has no record is not mended', async () => {
  const changed = { description: 'Otra' }
  expect(await mend(await putBillOf(world.database, 'NONE'), changed)).toBe('billing.fiscal.noRecord')
  const only = await billWith({ kind: 'anulacion', state: 'rejected' })
  expect(await mend(only.billId, changed)).toBe('billing.fiscal.noRecord')
  for (const state of ['accepted', 'acceptedWithErrors', 'waiting', undefined] as const) {
    const { billId } = await billWith({}, { kind: 'anulacion', ...(state ? { state } : {}) })
    expect(await mend(billId, changed)).toBe('billing.alreadyAnnulled')
  }
  const { billId } = await billWith({ state: 'accepted' }, { state: 'waiting' })
  expect(await mend(billId, changed)).toBe('billing.fiscal.stillWaiting')
  // A cancellation that was refused is none; and one that waits before is over.
  const refused = await billWith({ state: 'accepted' }, { kind: 'anulacion', state: 'rejected' })
  expect(await mend(refused.billId, changed)).toMatchObject({ description: 'Otra' })
})

test('it says what changed with what was changed before, and has to say something', async () => {
  const { billId } = await billWith({ amends: { issuerName: 'Antes', description: 'Texto' } })
  expect(await mend(billId)).toBe('issuerName')
  expect(await mend(billId, { issuerName: 'Antes' })).toBe('issuerName')
  expect(await mend(billId, { issuerName: '', recipientName: '' })).toBe('issuerName')
  for (const what of [{ issuerName: 'A' }, { recipientName: 'B' }, { description: 'C' }]) {
    const { billId: id } = await billWith({ amends: { issuerName: 'Antes', description: 'Texto' } })
    expect(await mend(id, what)).toEqual({
      ...{ issuerName: 'Antes', description: 'Texto', ...what, reason: 'Errata', refused: 'N' },
    })
  }
  const [{ version }] = (await world.database.query('select version from bill where id = $1', [billId])) as [
    { version: number },
  ]
  expect(version).toBe(1)
  expect(await mend(billId, { description: 'Nuevo' })).toMatchObject({ description: 'Nuevo' })
  expect(await world.database.query('select version from bill where id = $1', [billId])).toEqual([
    { version: 2 },
  ])
})

test('what the agency refused may go again as it was, and it is told what it has of it', async () => {
  const cases: [Past[], string][] = [
    [[{ state: 'rejected' }], 'X'],
    [[{ state: 'accepted' }, { state: 'rejected' }], 'S'],
    [[{ state: 'acceptedWithErrors' }, { state: 'rejected' }], 'S'],
    [[{ state: 'rejected' }, { state: 'rejected' }], 'X'],
  ]
  for (const [past, refused] of cases) {
    const { billId, issuerTaxId } = await billWith(...past)
    await sends(issuerTaxId)
    expect(await mend(billId)).toEqual({ reason: 'Errata', refused })
  }
  const taken = await billWith({ state: 'rejected' }, { state: 'acceptedWithErrors' })
  await sends(taken.issuerTaxId)
  expect(await mend(taken.billId)).toBe('issuerName')
  expect(await mend(taken.billId, { description: 'D' })).toMatchObject({ refused: 'N' })
  // Made before anything was sent, the agency has nothing of it.
  const kept = await billWith({})
  await sends(kept.issuerTaxId)
  expect(await mend(kept.billId, { description: 'D' })).toMatchObject({ refused: 'X' })
  // Where nothing is sent, nobody refuses.
  const { billId } = await billWith({ state: 'rejected' })
  expect(await mend(billId)).toMatchObject({ refused: 'N' })
})

test('it takes its place in the chain, hashed over the same, and waits where its issuer sends', async () => {
  const { billId, issuerTaxId } = await billWith({ state: 'accepted' })
  await sends(issuerTaxId)
  await mend(billId, { description: 'D' })
  const [first, second] = await inTrial(world.database, (tx) => findRecords(tx, sql`r.bill_id = ${billId}`))
  expect(second).toMatchObject({
    ...{ issuerTaxId, sequence: 2, kind: 'alta', number: 'N', issuedOn: '2026-01-15', mode: 'sending' },
    previous: { number: 'N', hash: first?.hash },
  })
  expect(second?.input.split('&Huella=')[0]).toBe(first?.input.split('&Huella=')[0])
  const states = await inTrial(world.database, (tx) =>
    statesOf(
      tx,
      [first, second].flatMap((one) => one ?? []),
    ),
  )
  expect([states({ issuerTaxId, sequence: 1 }), states({ issuerTaxId, sequence: 2 })]).toEqual([
    'accepted',
    'waiting',
  ])
})

test('what became of records is each one’s own, and kept of those that were not sent', async () => {
  const [one, other] = [await billWith({ state: 'rejected' }, {}), await billWith({ state: 'accepted' })]
  const places = [
    { issuerTaxId: one.issuerTaxId, sequence: 1 },
    { issuerTaxId: one.issuerTaxId, sequence: 2 },
    { issuerTaxId: other.issuerTaxId, sequence: 1 },
  ]
  const of = await inTrial(world.database, (tx) => statesOf(tx, places))
  expect(places.map(of)).toEqual(['rejected', 'kept', 'accepted'])
  const none = await inTrial(world.database, (tx) => statesOf(tx, []))
  expect(places.map(none)).toEqual(['kept', 'kept', 'kept'])
  expect((['kept', 'waiting', 'accepted', 'acceptedWithErrors', 'rejected'] as const).map(reaches)).toEqual([
    ...[false, true, true, true, false],
  ])
})

test('of each it is told how far it has come, with the mark of its own answer', async () => {
  const { billId, issuerTaxId } = await billWith({ amends: { reason: 'Por' } }, {}, {})
  const other = await billWith({})
  const at = new Date('2026-01-16T10:00:00Z')
  const due = new Date('2026-01-16T11:00:00Z')
  const answer = (csv: string, more: object = {}) =>
    inTrial(world.database, (tx) =>
      tx.insert(fiscalAnswer).values({ issuerTaxId, records: 1, csv, body: '', at, ...more }),
    )
  await putSending(world.database, {
    ...{ issuerTaxId, sequence: 1, state: 'rejected', attempts: 3, dueAt: due, answeredAt: at },
    ...{ errorCode: '1100', errorText: 'Mal' },
  })
  await putSending(world.database, { issuerTaxId, sequence: 2, state: 'waiting', attempts: 1, dueAt: due })
  await putSending(world.database, { issuerTaxId: other.issuerTaxId, sequence: 1, state: 'accepted' })
  await answer('OLD')
  await answer('NEW')
  await answer('LATER', { at: due })
  await answer('OTHER', { issuerTaxId: other.issuerTaxId })
  await inTrial(world.database, (tx) =>
    tx.insert(fiscalSignature).values([
      { issuerTaxId, sequence: 3, xml: '<x/>', signer: 's' },
      { issuerTaxId: other.issuerTaxId, sequence: 2, xml: '<x/>', signer: 's' },
    ]),
  )
  const found = await inTrial(world.database, (tx) => recordStates(tx, sql`r.bill_id = ${billId}`))
  const said = { kind: 'alta', number: 'N', generatedAt: '2026-01-15T12:00:00+01:00', mode: null }
  expect(found).toEqual([
    {
      ...{ ...said, sequence: 1, hash: 'H-1', amends: 'Por', signed: false, state: 'rejected', attempts: 3 },
      ...{ answeredAt: at.toISOString(), nextAt: null, csv: 'NEW', errorCode: '1100', errorText: 'Mal' },
    },
    {
      ...{ ...said, sequence: 2, hash: 'H-2', amends: null, signed: false, state: 'waiting', attempts: 1 },
      ...{ answeredAt: null, nextAt: due.toISOString(), csv: null, errorCode: null, errorText: null },
    },
    {
      ...{ ...said, sequence: 3, hash: 'H-3', amends: null, signed: true, state: 'kept', attempts: 0 },
      ...{ answeredAt: null, nextAt: null, csv: null, errorCode: null, errorText: null },
    },
  ])
})
