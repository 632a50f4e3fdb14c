import { beforeEach, expect, test } from 'vitest'
import type { PortalScope } from '#platform/actor.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putEntries, putInformation } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { messageIdOf } from './server/pain.ts'
import { createShareFile, endConsents, paidByFile, setShareByFile } from './server/share-file.ts'
import { shareByFile } from './server/split-table.ts'

/** Who lets whom pay them with a file, and what such a file says to the bank and to the books. */

const world = testDatabase()
/** It is the first of April in Madrid. */
const now = new Date('2026-03-31T22:30:00Z')
const query = <R extends object>(text: string, values: unknown[] = []) =>
  world.database.query<R>(text, values as never[])

let [label, other, ana, bea] = ['', '', '', '']
beforeEach(async () => {
  const made: string[] = []
  for (const name of ['Sello', 'Otro', 'Ana', 'Bea'])
    made.push((await putAccount(world.database, name)).accountId)
  ;[label = '', other = '', ana = '', bea = ''] = made
})
const at = (accountId: string, master = true) => ({ accountId, master }) as PortalScope
const owe = (accountId: string, payerId: string, amountCents = 100) =>
  putEntries(world.database, [
    { accountId, payerId, from: 'sales', to: 'royalties', amountCents, month: '2026-01-01' },
  ])
const allow = (accountId: string, payerId: string, allowed = true) =>
  why(inTrial(world.database, (tx) => setShareByFile(tx, at(accountId), { payerId, allowed })))
const names = () =>
  new Map([
    [label, 'Sello'],
    [other, 'Otro'],
    [ana, 'Ana'],
    [bea, 'Bea'],
  ])
const consents = async () => {
  const rows = await inTrial(world.database, (tx) => tx.select().from(shareByFile))
  const by = names()
  return rows
    .filter(({ accountId }) => by.has(accountId))
    .map(({ accountId, payerId }) => `${by.get(payerId)} ${by.get(accountId)}`)
    .sort()
}

test('whoever is owed shares says so to each who owes them, and takes it back from that one alone', async () => {
  expect(await allow(ana, label)).toBe('notFound')
  await owe(ana, label)
  await owe(bea, label)
  await owe(ana, other)
  await owe(other, other)
  expect(await allow(bea, other)).toBe('notFound')
  expect(await allow(other, other)).toBe('notFound')
  expect(await allow(label, ana)).toBe('notFound')
  const ofNoMaster = inTrial(world.database, (tx) =>
    setShareByFile(tx, at(ana, false), { payerId: label, allowed: true }),
  )
  expect(await why(ofNoMaster)).toBe('billing.masterOnly')
  for (const [payee, payer] of [
    [ana, label],
    [ana, label],
    [bea, label],
    [ana, other],
  ] as const)
    expect(await allow(payee, payer)).toBe('done')
  expect(await consents()).toEqual(['Otro Ana', 'Sello Ana', 'Sello Bea'])
  const seen = async (accountId: string) =>
    [...(await inTrial(world.database, (tx) => paidByFile(tx, accountId)))].sort()
  expect(await seen(label)).toEqual([`${label} ${ana}`, `${label} ${bea}`].sort())
  expect(await seen(ana)).toEqual([`${label} ${ana}`, `${other} ${ana}`].sort())
  expect(await allow(ana, label, false)).toBe('done')
  expect(await allow(ana, label, false)).toBe('done')
  expect(await consents()).toEqual(['Otro Ana', 'Sello Bea'])
})

test('who has an account from now on has said nothing yet, to whom it pays or who pays it', async () => {
  for (const [payee, payer] of [
    [ana, label],
    [bea, label],
    [ana, other],
  ] as const) {
    await owe(payee, payer)
    await allow(payee, payer)
  }
  await inTrial(world.database, (tx) => endConsents(tx, ana))
  expect(await consents()).toEqual(['Sello Bea'])
  await inTrial(world.database, (tx) => endConsents(tx, other))
  expect(await consents()).toEqual(['Sello Bea'])
  await inTrial(world.database, (tx) => endConsents(tx, label))
  expect(await consents()).toEqual([])
})

test('a file names who pays and who is paid, and each payment its own reference, in the books of both persons', async () => {
  const ibans = { label: 'ES9121000418450200051332', ana: 'ES7921000813610123456789' }
  await putInformation(world.database, {
    accountId: label,
    taxId: 'L',
    iban: ibans.label,
    legalName: 'Sello, S. L.',
  })
  await putInformation(world.database, { accountId: ana, taxId: 'N', iban: ibans.ana, holder: 'Ana Río' })
  await putInformation(world.database, { accountId: bea, taxId: 'B', holder: 'Beatriz Ñ.' })
  for (const [payee, cents] of [
    [ana, 12_345],
    [bea, 5],
  ] as const) {
    await owe(payee, label, cents)
    await allow(payee, label)
  }
  const pay = (on: string) => inTrial(world.database, (tx) => createShareFile(tx, at(label), { on }, now))
  expect(await why(pay('2026-03-31'))).toEqual(['on dates.tooEarly'])
  expect(await why(pay('2026-06-01'))).toEqual(['on dates.tooLate'])
  const { name, content, totalCents, payments } = await pay('2026-04-02')
  const [, id = ''] = /^pain\.001-([\da-f-]{36})\.xml$/.exec(name) ?? []
  const reference = (nth: number) => `LIQ-20260402-${messageIdOf(id).slice(-6)}-${nth}`
  const [first, second] = [ana, bea].sort()
  expect(totalCents).toBe(12_350)
  expect(payments).toEqual([
    {
      payee: { id: first, name: names().get(first ?? '') },
      amountCents: first === ana ? 12_345 : 5,
      reference: reference(1),
    },
    {
      payee: { id: second, name: names().get(second ?? '') },
      amountCents: second === ana ? 12_345 : 5,
      reference: reference(2),
    },
  ])
  const all = (tag: string) =>
    [...content.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag.split(' ')[0]}>`, 'g'))].map(([, of]) => of)
  const inOrder = <T>(ofAna: T, ofBea: T) => (first === ana ? [ofAna, ofBea] : [ofBea, ofAna])
  expect(all('EndToEndId')).toEqual([reference(1), reference(2)])
  expect(all('Ustrd')).toEqual([reference(1), reference(2)])
  expect(all('InstdAmt')).toEqual(inOrder('123.45', '0.05'))
  expect(all('IBAN')).toEqual([ibans.label, ...inOrder(ibans.ana, ibans.label)])
  expect(all('Nm')).toEqual(['Sello, S. L.', 'Sello, S. L.', ...inOrder('Ana Rio', 'Beatriz N.')])
  expect(all('MsgId')).toEqual([messageIdOf(id)])
  expect(content).toMatch(/<ReqdExctnDt>(?:<Dt>)?2026-04-02</)
  expect(content).toContain('<CtrlSum>123.50</CtrlSum>')
  const entries = await query(
    `select account_id as payee, payer_id as payer, "from", "to", amount_cents::int as cents, day::text, reference,
      tax_id as of, payer_tax_id as by, at from ledger_entry where payer_id = $1 and "to" = 'settled' order by reference`,
    [label],
  )
  expect(entries).toEqual(
    payments.map(({ payee, amountCents, reference: of }) => ({
      ...{ payee: payee.id, payer: label, from: 'royalties', to: 'settled', cents: amountCents },
      ...{ day: '2026-04-02', reference: of, of: payee.id === ana ? 'N' : 'B', by: 'L', at: now },
    })),
  )
})
