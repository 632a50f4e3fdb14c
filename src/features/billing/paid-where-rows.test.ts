import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putInformation, putPast } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { ibanOf } from './server/standing.ts'

/** Where somebody is paid who has an account, or had it before. */

const world = testDatabase()

test('by what they say now, or said last, or had on their last bill, and never by another’s', async () => {
  const { accountId } = await putAccount(world.database, 'Cuenta')
  const { accountId: other } = await putAccount(world.database, 'Otra')
  const of = (taxId: string, id = accountId) => inTrial(world.database, (tx) => ibanOf(tx, id, taxId))
  const at = (n: number) => new Date(Date.UTC(2026, 0, n))
  await putInformation(world.database, { accountId: other, taxId: 'A', iban: 'ES-otra' })
  expect(await of('A')).toBeUndefined()
  const billed = (taxId: string, iban: string, n: number) =>
    putBill(world.database, { accountId, information: { taxId, iban }, approvedAt: at(n) })
  await billed('A', 'ES-1', 1)
  await billed('A', 'ES-2', 2)
  await billed('B', 'ES-b', 3)
  expect([await of('A'), await of('B')]).toEqual(['ES-2', 'ES-b'])
  await putPast(world.database, accountId, { taxId: 'A', iban: 'ES-4' }, { at: at(2) })
  await putPast(world.database, accountId, { taxId: 'A', iban: 'ES-3' }, { at: at(1) })
  expect([await of('A'), await of('B')]).toEqual(['ES-4', 'ES-b'])
  await putInformation(world.database, { accountId, taxId: 'A', iban: 'ES-now' })
  expect([await of('A'), await of('B'), await of('A', other)]).toEqual(['ES-now', 'ES-b', 'ES-otra'])
})
