import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { putEntries, putInformation, putSplit } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import type { Entry } from './server/ledger.ts'
import { tellStatements } from './server/tell-statements.ts'

/** Who is told, once a month is over, that the statement of what they share is there, and what it comes to. */

const world = testDatabase()
const query = <R extends object>(text: string, values: unknown[] = []) =>
  world.database.query<R>(text, values as never[])
const run = (at: string) => tellStatements(world.database, { now: new Date(at), appOrigin: 'https://b.test' })
const kept = async () =>
  (await query<{ value: string }>(`select value from setting where key = 'billing.statementsTold'`))[0]?.value

type Made = Awaited<ReturnType<typeof putAccount>>
let [label, ana, bea, carla, dora, eva]: Made[] = []
const idOf = (of: Made | undefined) => of?.accountId ?? ''
const mailOf = (of: Made | undefined) => `${idOf(of)}@told.test`
let splitId = ''
let byProvider = ''
beforeAll(async () => {
  await query(`delete from setting where key = 'billing.statementsTold'`)
  await query('delete from mail')
  const made: Made[] = []
  for (const name of ['Sello', 'Ana', 'Bea', 'Carla', 'Dora', 'Eva']) {
    const one = await putAccount(world.database, name)
    made.push(one)
    await putInformation(world.database, {
      ...{ accountId: one.accountId, taxId: `${name}-1`, email: mailOf(one), legalName: `${name}, S. L.` },
    })
  }
  ;[label, ana, bea, carla, dora, eva] = made
  const portalId = label?.portalId ?? ''
  const parties = made.map(({ accountId }, at) => [accountId, at === 0 ? 5_000 : 1_000] as const)
  splitId = await putSplit(world.database, { portalId }, parties)
  byProvider = await putSplit(
    world.database,
    { portalId, payer: 'provider', validFrom: '2025-01-01' },
    parties,
  )
})
const enter = (of: Made | undefined, amountCents: number, at: string, row: Partial<Entry> = {}) =>
  putEntries(
    world.database,
    [
      {
        ...{ accountId: idOf(of), payerId: idOf(label), portalId: label?.portalId, splitId, amountCents },
        ...{ micros: amountCents * 10_000, from: 'sales', to: 'royalties', month: '2031-01-01' },
        ...{ shareBp: 1_000, type: 'Income', ...row },
      } as Entry,
    ],
    new Date(at),
  )
const mails = async () =>
  new Map(
    (await query<{ to: string; text: string; subject: string }>('select "to", text, subject from mail')).map(
      ({ to, text, subject }) => [to, { text: text.replace(/\s/g, ' '), subject }],
    ),
  )

test('each who has something of a month, or was paid in it, is told once when it is over; of before the first run nobody', async () => {
  await enter(ana, 5, '2030-12-10T12:00:00Z')
  expect(await run('2031-01-31T23:30:00Z')).toBe(0)
  expect(await kept()).toBe('2031-01-01')
  expect(await run('2031-02-28T22:59:59Z')).toBe(0)
  expect(await kept()).toBe('2031-01-01')

  await query('update portal set deleted_at = now() where id = $1', [bea?.portalId])
  await enter(ana, 1_000, '2031-01-31T23:00:00Z')
  await enter(ana, -200, '2031-02-10T12:00:00Z', { from: 'recouped', micros: null, type: 'Recoupment' })
  await enter(bea, 500, '2031-02-28T22:59:59Z', { splitId: byProvider, payerId: null, to: 'accrued' })
  await enter(carla, 300, '2031-01-10T12:00:00Z')
  const paid = { from: 'royalties', to: 'settled', micros: null, splitId: null, shareBp: null } as const
  await enter(carla, 100, '2031-03-20T12:00:00Z', { ...paid, day: '2031-02-28' })
  // Of before, of after, and what is nobody's share of anything sold; what the label keeps is on its bill.
  await enter(dora, 70, '2031-01-31T22:59:59Z')
  await enter(dora, 80, '2031-02-28T23:00:00Z')
  await enter(eva, 40, '2031-01-10T12:00:00Z')
  await enter(eva, 60, '2031-02-10T12:00:00Z', { micros: null, from: 'held' })
  await enter(label, 5_000, '2031-02-10T12:00:00Z')
  expect(await run('2031-02-28T23:30:00Z')).toBe(3)
  expect(await kept()).toBe('2031-02-01')
  const found = await mails()
  expect([...found.keys()].sort()).toEqual([ana, bea, carla].map(mailOf).sort())
  const [ofAna, ofBea, ofCarla] = [ana, bea, carla].map((one) => found.get(mailOf(one)))
  expect(ofAna?.subject).toMatch(/febrero de 2031/)
  const span = 'f=2031-02-01&t=2031-02-28'
  expect(ofAna?.text).toContain(`https://b.test/billing/shares?portal=${ana?.portalId}&${span} `)
  expect(ofAna?.text).toContain('Sello')
  expect(ofAna?.text).toMatch(/ 8,00 €.* 8,05 €/)
  expect(ofBea?.text).toContain(`https://b.test/billing/shares?${span} `)
  expect(ofBea?.text).toMatch(/ 5,00 €/)
  expect(ofBea?.text).not.toContain('Sello')
  expect(ofCarla?.text).toMatch(/ 0,00 €.* 2,00 €/)
  for (const again of ['2031-02-28T23:30:00Z', '2031-03-20T12:00:00Z', '2031-02-15T12:00:00Z'])
    expect(await run(again)).toBe(0)
  expect(await kept()).toBe('2031-02-01')

  await query('delete from mail')
  expect(await run('2031-04-01T12:00:00Z')).toBe(1)
  const [[to, { text }] = ['', { text: '' }]] = await mails()
  expect(to).toBe(mailOf(dora))
  expect(text).toMatch(/ 0,80 €.* 1,50 €/)
  expect(await kept()).toBe('2031-03-01')
  expect(await run('2031-05-01T12:00:00Z')).toBe(0)
  expect(await kept()).toBe('2031-04-01')
})
