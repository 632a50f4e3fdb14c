import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { putEntries, putInformation, putSplit } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { tellStatements } from './server/tell-statements.ts'

/** Who hears that the statement of a month is there: whoever something was entered for, or paid to, and nobody else. */

const world = testDatabase()
const now = new Date('2015-06-01T12:00:00Z')
let [label, labelPortal, sharer, other] = ['', '', '', '']
beforeEach(async () => {
  const put = async (name: string) => {
    const made = await putAccount(world.database, name)
    const { accountId } = made
    await putInformation(world.database, { accountId, taxId: accountId, email: `a@${accountId}.test` })
    return made
  }
  const made = await put('Sello')
  ;[label, labelPortal] = [made.accountId, made.portalId]
  sharer = (await put('Quien comparte')).accountId
  other = (await put('Otra')).accountId
  // As if the month before had been told.
  await world.database.query(
    `insert into setting (key, value) values ('billing.statementsTold', '2015-04-01')
      on conflict (key) do update set value = excluded.value`,
  )
})
/** Which of a test's three hear it. What the others left is told again, to theirs. */
const told = async () => {
  await tellStatements(world.database, { now, appOrigin: '' })
  const three = [label, sharer, other]
  const mails = await world.database.query<{ to: string }>(
    `select "to" from mail where kind = 'billing.statement'`,
  )
  return three.filter((id) => mails.some(({ to }) => to === `a@${id}.test`))
}
const shared = (payer: 'account' | 'provider') =>
  putSplit(world.database, { portalId: labelPortal, payer, validFrom: '2015-01-01' }, [
    [label, 5_000],
    [sharer, 5_000],
  ])
const earn = (accountId: string, splitId: string, payerId: string | null, day: string) =>
  putEntries(world.database, [
    {
      ...{ accountId, splitId, payerId, portalId: labelPortal, month: '2015-05-01', day },
      ...{ amountCents: 100, micros: 1_000_000, type: 'Income', shareBp: 5_000 },
      ...{ from: 'sales', to: payerId ? 'royalties' : 'accrued' },
    },
  ])

test('whoever a label owes something of the month hears it, and the label of what it keeps does not', async () => {
  const byLabel = await shared('account')
  await earn(sharer, byLabel, label, '2015-05-31')
  await earn(label, byLabel, label, '2015-05-31')
  expect(await told()).toEqual([sharer])
})

test('what the provider pays is told to each', async () => {
  const byProvider = await shared('provider')
  await earn(sharer, byProvider, null, '2015-05-01')
  await earn(label, byProvider, null, '2015-05-01')
  expect(await told()).toEqual([label, sharer])
})

test('a payment alone is told, and what was earned in another month is not', async () => {
  const byLabel = await shared('account')
  await earn(sharer, byLabel, label, '2015-04-30')
  await earn(other, byLabel, label, '2015-06-01')
  expect(await told()).toEqual([])
  await world.database.query(`update setting set value = '2015-04-01' where key = 'billing.statementsTold'`)
  await putEntries(world.database, [
    {
      ...{ accountId: sharer, payerId: label, from: 'royalties', to: 'settled', amountCents: 40 },
      day: '2015-05-10',
    },
  ])
  expect(await told()).toEqual([sharer])
})
