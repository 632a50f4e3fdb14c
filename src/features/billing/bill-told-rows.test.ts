import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putEntries, putInformation } from '#testing/raw-bills.ts'
import { informationOfIssued, putIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { getBill } from './server/get-bill.ts'
import { billComment } from './server/table.ts'

/** What a bill tells of itself and of those that it belongs to. */

const world = testDatabase()
const now = new Date('2026-12-10T12:00:00Z')
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
})
const inform = (row: object = {}) => putInformation(world.database, { accountId, taxId: 'A', ...row })
const of = (id: string, at = now) => inTrial(world.database, (tx) => getBill(tx, id, at))
type Row = Partial<Parameters<typeof putBill>[1]>
const issued = (row: Row = {}) => putIssued(world.database, { accountId, ...row })
const pending = (row: Row = {}) =>
  putBill(world.database, {
    ...{ accountId, status: 'Pending', closedAt: new Date('2026-12-05T09:00:00Z'), period: '2026-11-01' },
    ...{ information: informationOfIssued, selfInvoice: true, ...row },
  })

describe('a bill names', () => {
  test('what corrects it, not what was cancelled; the latest of them; and what it corrects', async () => {
    const original = await issued()
    await pending({ correctsId: original, status: 'Cancelled', createdAt: new Date('2026-12-09') })
    expect((await of(original)).correctedBy).toBeNull()
    const early = await issued({ correctsId: original, createdAt: new Date('2026-12-07'), number: 'R-1' })
    const late = await issued({ correctsId: original, createdAt: new Date('2026-12-08'), number: 'R-2' })
    await issued({ correctsId: v7(), createdAt: new Date('2026-12-09') })
    expect(await of(original)).toMatchObject({ corrects: null, correctedBy: { id: late, number: 'R-2' } })
    const { number } = await of(original)
    expect(await of(early)).toMatchObject({ corrects: { id: original, number }, correctedBy: null })
    const createdAt = new Date('2026-12-08')
    const alike = await pending({ correctsId: original, createdAt })
    expect((await of(original)).correctedBy).toEqual({ id: alike, number: null })
  })

  test('who said something about it, in that order', async () => {
    const [one, other] = [await issued(), await issued()]
    const createdAt = new Date('2026-12-08T10:00:00Z')
    const ids = [v7(), v7(), v7(), v7()].sort()
    const comment = { accountId, personName: 'Persona', staff: false, createdAt }
    await inTrial(world.database, (tx) =>
      tx.insert(billComment).values([
        { ...comment, billId: one, id: ids[2] ?? '', text: 'third' },
        { ...comment, billId: one, id: ids[1] ?? '', text: 'second', staff: true },
        { ...comment, billId: one, id: ids[3] ?? '', text: 'first', createdAt: new Date('2026-12-07') },
        { ...comment, billId: other, id: ids[0] ?? '', text: 'of another' },
      ]),
    )
    const { comments } = await of(one)
    expect(comments.map(({ text, staff, person }) => [text, staff, person])).toEqual([
      ...[
        ['first', false, 'Persona'],
        ['second', true, 'Persona'],
        ['third', false, 'Persona'],
      ],
    ])
    expect(comments[1]?.createdAt).toBe('2026-12-08T10:00:00.000Z')
  })

  test('the parties as they were frozen, or as they are while nothing is', async () => {
    const before = await of(await putBill(world.database, { accountId, status: 'Pending', totals: {} }))
    expect(before).toMatchObject({ legalName: null, taxId: null, ibanMasked: null, selfInvoice: true })
    expect(before.retentionTax).toBe('IRPF')
    await inform({ taxId: 'B20000048', legalName: 'Ahora' })
    await world.database.query('update portal set self_invoice = false where id = $1', [portalId])
    const present = await of(await putBill(world.database, { accountId, status: 'Pending' }))
    expect(present).toMatchObject({ legalName: 'Ahora', taxId: 'B20000048', selfInvoice: false })
    expect(present).toMatchObject({ retentionTax: 'IS', ibanMasked: 'ES•• •••• 1332' })
    expect(present.provider).toBeTruthy()
    // Frozen: of who had the account before, with their own IBAN or none.
    const person = { ...informationOfIssued, kind: 'person' as const, taxId: '00000001R' }
    const iban = 'ES7921000813610123456789'
    expect(await of(await issued({ information: { ...person, iban }, selfInvoice: true }))).toMatchObject({
      ...{ legalName: 'Nombre de A', taxId: '00000001R', selfInvoice: true, retentionTax: 'IRPF' },
      ...{ ibanMasked: 'ES•• •••• 6789', provider: 'P' },
    })
    expect((await of(await issued({ information: person }))).ibanMasked).toBeNull()
    const own = { ...informationOfIssued, taxId: 'B20000048' }
    expect((await of(await issued({ information: { ...own, iban } }))).ibanMasked).toBe('ES•• •••• 1332')
  })

  test('what is still to be settled of the advances of who it is of', async () => {
    for (const [taxId, amountCents] of [
      ['A', 100],
      ['Z', 1_000],
    ] as const) {
      const advanceId = await putBill(world.database, { accountId, type: 2, information: { taxId } })
      await putEntries(world.database, [
        { accountId, advanceId, from: 'advances', to: 'payable', amountCents },
      ])
    }
    expect((await of(await issued())).outstandingCents).toBe(100)
    expect((await of(await putBill(world.database, { accountId, status: 'Pending' }))).outstandingCents).toBe(
      1_100,
    )
  })

  test('its days and its tax; a bill of before names its territory’s', async () => {
    const id = await issued({
      ...{ closedAt: new Date(1_000), approvedAt: new Date(2_000), paidOn: '2026-11-20', payment: 'paid' },
      ...{
        returnedOn: '2026-11-19',
        returnReason: 'AC04',
        reason: 'Porque',
        proof: 'Correo',
        ownNumber: 'X',
      },
    })
    expect(await of(id)).toMatchObject({
      ...{ closedAt: '1970-01-01T00:00:01.000Z', approvedAt: '1970-01-01T00:00:02.000Z', cancelledAt: null },
      ...{ paidOn: '2026-11-20', returnedOn: '2026-11-19', returnReason: 'AC04', reason: 'Porque' },
      ...{ proof: 'Correo', ownNumber: 'X', hash: 'r', taxName: 'IVA', taxCase: 'vat', taxMention: null },
    })
    const canaries = { ...informationOfIssued, territory: 'canaries' as const }
    expect(await of(await issued({ information: canaries, tax: null as never }))).toMatchObject({
      ...{ taxName: 'IGIC', taxCase: null, taxLaw: null },
    })
    await expect(of(v7())).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('while it waits it tells', () => {
  const told = async (row: Row = {}) => {
    const { issueBy, silentOn } = await of(await pending(row))
    return [issueBy, silentOn]
  }
  test('by when its month is issued, and when silence accepts it', async () => {
    await inform()
    expect(await told()).toEqual(['2026-12-15', null])
    await putAgreement(world.database, accountId)
    expect(await told()).toEqual(['2026-12-15', null])
    await world.database.query('update billing_agreement set silence = true where account_id = $1', [
      accountId,
    ])
    expect(await told()).toEqual(['2026-12-15', '2026-12-12'])
    expect(await told({ selfInvoice: null })).toEqual(['2026-12-15', '2026-12-12'])
    expect(await told({ selfInvoice: false })).toEqual([null, null])
    expect(await told({ closedAt: null })).toEqual([null, null])
    expect(await told({ correctsId: v7() })).toEqual([null, '2026-12-12'])
    expect(await told({ type: 2, amountCents: 1 })).toEqual([null, '2026-12-12'])
    const done = await of(
      await issued({ closedAt: now, information: informationOfIssued, selfInvoice: true }),
    )
    expect([done.issueBy, done.silentOn]).toEqual([null, null])
  })
})
