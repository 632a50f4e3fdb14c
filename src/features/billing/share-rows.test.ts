import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PortalScope } from '#platform/actor.ts'
import { todayPlus } from '#platform/windows.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putEntries } from '#testing/raw-bills.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { createShareFile } from './server/share-file.ts'
import { costFile } from './server/split-costs.ts'
import { split, splitCost, splitParty } from './server/split-table.ts'

/** Who sees the document of a cost, and whom a label's file pays how much. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const [owner, label, third] = [accounts.ninoLobo.id, accounts.bajamar.id, accounts.orquestaPoniente.id]
const [fourth, outside] = [accounts.casaCal.id, accounts.veraCantil.id]
const as = (accountId: string) => ({ id: portalId, accountId, master: true }) as PortalScope

const files = { read: async (key: string) => Buffer.from(key) } as unknown as Parameters<typeof costFile>[3]
async function seenBy(costId: string) {
  const names = { owner, label, third, fourth, outside }
  const seen: string[] = []
  for (const [name, accountId] of Object.entries(names))
    try {
      await inTrial(world.database, (tx) => costFile(tx, as(accountId), costId, files))
      seen.push(name)
    } catch {}
  return seen.join(' ')
}
type Of = { productId?: string; releaseId?: string }
async function share(of: Of, payer: 'account' | 'provider', parties: readonly string[], on = portalId) {
  const id = v7()
  await inTrial(world.database, async (tx) => {
    await tx.insert(split).values({ id, portalId: on, ...of, payer, validFrom: '2031-01-01' })
    await tx
      .insert(splitParty)
      .values(parties.map((accountId, position) => ({ splitId: id, accountId, position, shareBp: 1_000 })))
  })
}
async function cost(of: Of, accountId: string, partyId: string | null = null) {
  const id = v7()
  await inTrial(world.database, (tx) =>
    tx.insert(splitCost).values({
      ...{
        id,
        portalId,
        ...of,
        accountId,
        partyId,
        kind: 'pressing',
        day: '2031-01-01',
        month: '2031-01-01',
      },
      ...{ amountCents: 100, description: 'Prensado', fileName: 'f.pdf', fileKey: `${id}.cost` },
    }),
  )
  return id
}

test('a cost of the whole is seen by who bore it, who shares in it and whose portal it is', async () => {
  const [one, two, release] = [v7(), v7(), v7()]
  await share({ productId: one }, 'provider', [owner, third])
  await share({ productId: two }, 'provider', [owner, fourth])
  await share({ releaseId: release }, 'provider', [fourth])
  // A share in another portal's things of the same kind is none in this one's.
  await share({}, 'provider', [outside], portals.casaCal.id)
  expect(await seenBy(await cost({ productId: one }, label))).toBe('owner label third')
  expect(await seenBy(await cost({ productId: two }, label))).toBe('owner label fourth')
  expect(await seenBy(await cost({ releaseId: release }, label))).toBe('owner label fourth')
  expect(await seenBy(await cost({}, label))).toBe('owner label')
  await share({}, 'provider', [third])
  expect(await seenBy(await cost({}, label))).toBe('owner label third')
})

test('a cost of one share is seen by whose share it is, who bore it, and whose portal it is where that pays it', async () => {
  const [byProvider, byAccount] = [v7(), v7()]
  await share({ productId: byProvider }, 'provider', [owner, third, fourth])
  await share({ productId: byAccount }, 'account', [owner, third, fourth])
  expect(await seenBy(await cost({ productId: byProvider }, label, third))).toBe('label third')
  expect(await seenBy(await cost({ productId: byAccount }, label, third))).toBe('owner label third')
  // Who pays the others of it does not pay whom it is of.
  const ofOthers = v7()
  await share({ productId: ofOthers }, 'account', [owner, fourth])
  await share({ productId: ofOthers }, 'provider', [third])
  expect(await seenBy(await cost({ productId: ofOthers }, label, third))).toBe('label third')
  expect(await seenBy(v7())).toBe('')
})

test('a document that is not there is none', async () => {
  const id = await cost({}, label)
  const none = { read: async () => undefined } as unknown as typeof files
  await expect(inTrial(world.database, (tx) => costFile(tx, as(label), id, none))).rejects.toBeDefined()
  const { content, name, type } = await inTrial(world.database, (tx) => costFile(tx, as(label), id, files))
  expect([String(content), name, type]).toEqual([`${id}.cost`, 'f.pdf', 'application/pdf'])
})

const now = new Date()
const today = todayPlus(now)
const month = '2026-01-01'
const owe = (accountId: string, amountCents: number, rest: object = {}) =>
  putEntries(world.database, [
    { accountId, payerId: owner, from: 'sales', to: 'royalties', amountCents, month, ...rest },
  ])
const set = (accountId: string, what: string) =>
  world.database.query(`update billing_information set ${what} where account_id = $1`, [accountId])
const pay = (what: { on?: string; accountIds?: string[] } = {}) =>
  inTrial(world.database, (tx) => createShareFile(tx, as(owner), { on: today, ...what }, now))
const refused = async (what: Parameters<typeof pay>[0] = {}) => {
  try {
    await pay(what)
  } catch (error) {
    const { code, fields } = error as { code: string; fields?: object }
    return fields ? Object.keys(fields).join() : code
  }
}

beforeAll(async () => {
  for (const payee of [label, third])
    await world.database.query('insert into share_by_file (account_id, payer_id) values ($1, $2)', [
      payee,
      owner,
    ])
})
beforeEach(async () => {
  for (const payee of [label, third]) await set(payee, `refused_ibans = '{}', iban_held_until = null`)
})

test('a file pays each what is owed to who has the account, to the cent, and once', async () => {
  expect(await refused()).toBe('billing.nothingToPay')
  await owe(third, 1_000)
  await owe(third, 250)
  await putEntries(world.database, [
    { accountId: third, payerId: owner, from: 'royalties', to: 'settled', amountCents: 50, day: today },
  ])
  // What is owed to who had the account before, by who had the payer's, by another and to oneself is nothing of it.
  await owe(third, 7, { taxId: 'X0000000T' })
  await owe(third, 11, { payerTaxId: 'X0000000T' })
  await owe(third, 13, { payerId: label })
  await owe(owner, 17)
  await owe(label, 400)
  const made = await pay()
  expect(made.totalCents).toBe(1_600)
  const cents = new Map(made.payments.map(({ payee, amountCents }) => [payee.id, amountCents]))
  expect(cents).toEqual(
    new Map([
      [label, 400],
      [third, 1_200],
    ]),
  )
  const references = made.payments.map(({ reference }) => reference)
  expect(references.map((one) => one.replace(/-\w{6}-/, '-x-'))).toEqual([
    `LIQ-${today.replaceAll('-', '')}-x-1`,
    `LIQ-${today.replaceAll('-', '')}-x-2`,
  ])
  const entries = await world.database.query<{
    account_id: string
    cents: number
    day: string
    payer: string
  }>(
    `select account_id, amount_cents::int as cents, day::text, payer_id as payer from ledger_entry
      where reference = any($1::text[]) and "from" = 'royalties' and "to" = 'settled' order by reference`,
    [references],
  )
  expect(entries).toEqual(
    made.payments.map(({ payee, amountCents }) => ({
      ...{ account_id: payee.id, cents: amountCents, day: today, payer: owner },
    })),
  )
  expect(await refused()).toBe('billing.nothingToPay')
  await owe(third, 1)
  expect((await pay()).totalCents).toBe(1)
})

test('nobody is paid where an IBAN waits or a payment came back from, nor who does not want it', async () => {
  await owe(third, 30)
  for (const what of [`iban_held_until = now() + interval '1 hour'`, 'refused_ibans = array[iban]']) {
    await set(third, what)
    expect(await refused(), what).toBe('billing.nothingToPay')
    expect(await refused({ accountIds: [third] }), what).toBe('accountIds')
    await set(third, `refused_ibans = '{}', iban_held_until = null`)
  }
  await set(third, `iban_held_until = now() - interval '1 second'`)
  await owe(label, 5)
  expect(await refused({ accountIds: [third, fourth] })).toBe('accountIds')
  const one = await pay({ accountIds: [third] })
  expect(one.payments.map(({ payee, amountCents }) => [payee.id, amountCents])).toEqual([[third, 30]])
  // The consent of one is none of another's, nor to another.
  await owe(label, 70, { payerId: third })
  await owe(fourth, 90)
  expect((await pay()).payments.map(({ payee, amountCents }) => [payee.id, amountCents])).toEqual([
    [label, 5],
  ])
})

test('a file is for today or for sixty days to come, and needs to know whose it is', async () => {
  await owe(third, 3)
  for (const days of [-1, 61]) expect(await refused({ on: todayPlus(now, days) })).toBe('on')
  expect((await pay({ on: todayPlus(now, 60) })).totalCents).toBe(3)
  const byNobody = inTrial(world.database, (tx) => createShareFile(tx, as(v7()), { on: today }, now))
  await expect(byNobody).rejects.toMatchObject({ code: 'billing.informationMissing' })
})
