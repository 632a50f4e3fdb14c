import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { schemaOf } from './test-schemas.ts'
import { tell } from './test-shop-sales.ts'
import {
  addProduct,
  artist,
  fieldsOf,
  label,
  openShop,
  order,
  portalId,
  third,
  thisMonth,
  today,
  zero,
} from './test-splits.ts'

const world = testDatabase()
const orchestra = portals.orquestaPoniente.id

test('a label pays with one file those who let it, once, and what it comes to is what it owed', async () => {
  const { database } = world
  const connectorId = await openShop(database)
  const staff = await as(database, 'billing')
  const owner = await as(database, 'artist')
  const others = await as(database, 'orquesta')
  const made = await addProduct(database, 'SPLIT-F')
  ok(
    await staff.billing.createSplit({
      ...{ portalId, productId: made.id, validFrom: thisMonth, payer: 'account' },
      parties: [
        { accountId: artist, shareBp: 5_000 },
        { accountId: label, shareBp: 2_000 },
        { accountId: third, shareBp: 3_000 },
      ],
    }),
  )
  await tell(database, connectorId, [order('SPLIT-F', today)])
  await accrueSales(database)
  // 29.75 by 50, 20 and 30 %: 14.875, 5.95 and 8.925; the last cent to the first of equals, who keeps it.
  const owed = async () => {
    const { statements } = ok(await owner.billing.getShares({ portalId, f: today, t: today }))
    const of = (id: string) => statements.find(({ payee, payer }) => payee.id === id && payer?.id === artist)
    return [label, third].map((id) => [of(id)?.byFile, of(id)?.balance?.closingCents])
  }
  const dueAtFirst = await owed()
  expect(dueAtFirst).toEqual([
    [false, 595],
    [false, 892],
  ])
  const pay = (accountIds?: string[]) =>
    owner.billing.createShareFile({ portalId, on: today, ...(accountIds ? { accountIds } : {}) })
  // Nobody's IBAN leaves before they say so.
  expect(failureCode(await pay())).toBe('billing.nothingToPay')
  expect(fieldsOf(await pay([third]))).toEqual(['accountIds'])
  const allow = (allowed: boolean, payerId = artist) =>
    others.billing.setShareByFile({ portalId: orchestra, payerId, allowed })
  expect(failureCode(await allow(true, label))).toBe('notFound')
  expect(
    failureCode(await owner.billing.setShareByFile({ portalId: orchestra, payerId: artist, allowed: true })),
  ).toBe('notFound')
  ok(await allow(true))
  expect(fieldsOf(await pay([third, label]))).toEqual(['accountIds'])

  const [one, two] = await Promise.all([pay(), pay()])
  const file = ok([one, two].find((answer) => failureCode(answer) === undefined) ?? one)
  expect([one, two].map(failureCode).filter(Boolean)).toEqual(['billing.nothingToPay'])
  expect(file.totalCents).toBe(892)
  expect(file.payments).toEqual([
    { payee: { id: third, name: 'Orquesta Poniente' }, amountCents: 892, reference: expect.any(String) },
  ])
  // From its own account to theirs, with what says which statement it is of.
  expect(file.content).toMatch(/<DbtrAcct><Id><IBAN>ES1720852066623456789011</)
  expect(file.content).toMatch(/<CdtrAcct><Id><IBAN>ES6000491500051234567892</)
  expect(file.content).toContain(`>${file.payments[0]?.reference}</EndToEndId>`)
  expect(file.content).toMatch(/>8\.92<\/InstdAmt>/)
  if (sharedData('billing_es/README.md'))
    expect((await validateXML(schemaOf('pain', file.content))).errors).toEqual([])
  expect(await owed()).toEqual([
    [false, 595],
    [true, 0],
  ])
  const theirs = ok(await others.billing.getShares({ portalId: orchestra, f: today, t: today }))
  expect(theirs.statements.find(({ payer }) => payer?.id === artist)).toMatchObject({
    byFile: true,
    balance: { paidCents: 892, closingCents: 0, payments: [{ on: today, amountCents: 892 }] },
  })
  expect(await zero(database)).toBe(0)

  // What the bank did not pay is taken back, and goes again; a changed IBAN waits its 48 hours here too.
  ok(await owner.billing.recordSharePayment({ portalId, accountId: third, amountCents: -892, on: today }))
  await database.query(
    `update billing_information set iban_held_until = now() + interval '1 day' where account_id = $1`,
    [third],
  )
  expect(failureCode(await pay())).toBe('billing.nothingToPay')
  await database.query('update billing_information set iban_held_until = null where account_id = $1', [third])
  ok(await allow(false))
  expect(failureCode(await pay())).toBe('billing.nothingToPay')
  ok(await allow(true))
  expect(ok(await pay([third])).totalCents).toBe(892)
})
