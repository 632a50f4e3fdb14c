import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putInformation } from '#testing/raw-bills.ts'
import { informationOfIssued as information, taxOfIssued as tax } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { acceptWaiting } from './server/accept-waiting.ts'
import { billLine } from './server/table.ts'

/** When a bill that waits is reminded of, looked at again, and accepted by silence, at the edges of each. */

const world = testDatabase()
let accountId = ''
let portalId = ''
beforeEach(async () => {
  const { database } = world
  await database.query(`update bill set look_on = '2100-01-01' where status = 'Pending'`)
  await database.query('delete from mail')
  const made = await putAccount(database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
  await putInformation(database, { accountId, taxId: 'A' })
})

/** Closed on the 5th: reminded of on the 8th and the 10th, silent on the 12th, for November is invoiced by the 15th. */
const closedAt = new Date('2026-12-05T09:00:00Z')
type Row = Partial<Parameters<typeof putBill>[1]>
async function waiting(row: Row = {}, amountCents = 1_000) {
  const billId = await putBill(world.database, {
    ...{ accountId, status: 'Pending', closedAt, period: '2026-11-01', information, selfInvoice: true },
    ...{ ...(tax ? { tax } : {}), ...row },
  })
  await inTrial(world.database, (tx) =>
    tx.insert(billLine).values({
      ...{ billId, position: 0, accountId, type: 'Extra', month: '2026-11-01', taxBp: 2_100, amountCents },
    }),
  )
  return billId
}
const run = (now: string) =>
  acceptWaiting(world.database, { now: new Date(now), appOrigin: 'https://b.test' })
const stateOf = async (id: string) => {
  const [row] = await world.database.query<{
    status: string
    on: string | null
    reminders: string[]
    version: number
  }>('select status, look_on::text as on, reminders, version from bill where id = $1', [id])
  if (!row) throw new Error('no bill')
  return row
}
/** Status, the day of the next look, and how often it was reminded of. */
const told = async (id: string) => {
  const { status, on, reminders } = await stateOf(id)
  return [status, on, reminders.length]
}
const mails = async () =>
  (await world.database.query<{ kind: string; text: string }>('select kind, text from mail order by id')).map(
    ({ kind, text }) => [kind.replace('billing.', ''), text],
  )
const kinds = async () => (await mails()).map(([kind]) => kind)
const agree = async (silence: boolean, of = accountId) => {
  await putAgreement(world.database, of)
  await world.database.query('update billing_agreement set silence = $2 where account_id = $1', [of, silence])
}

describe('a bill that waits', () => {
  test('is reminded of on its two days, and each tells when there is something to do again', async () => {
    await agree(true)
    const id = await waiting()
    // Half past eleven in Madrid, the day before.
    expect(await run('2026-12-07T22:30:00Z')).toBe(0)
    expect(await told(id)).toEqual(['Pending', '2026-12-08', 0])
    expect(await mails()).toEqual([])
    expect(await run('2026-12-07T23:00:00Z')).toBe(0)
    expect(await told(id)).toEqual(['Pending', '2026-12-10', 1])
    expect(await kinds()).toEqual(['reminder'])
    expect((await stateOf(id)).reminders).toEqual(['2026-12-07T23:00:00.000Z'])
    // Not looked at before its day, whatever is due.
    await world.database.query('update bill set reminders = $2 where id = $1', [id, '[]'])
    await run('2026-12-09T22:59:59Z')
    expect(await told(id)).toEqual(['Pending', '2026-12-10', 0])
    await world.database.query('update bill set reminders = $2 where id = $1', [
      ...[id, '["2026-12-07T23:00:00.000Z"]'],
    ])
    await run('2026-12-09T23:00:00Z')
    expect(await told(id)).toEqual(['Pending', '2026-12-12', 2])
    expect(await run('2026-12-11T22:59:59Z')).toBe(0)
    expect(await run('2026-12-11T23:00:00Z')).toBe(1)
    expect((await stateOf(id)).status).toBe('Approved')
    expect(await kinds()).toEqual(['reminder', 'reminder', 'issued'])
  })

  test('of which nothing ran for weeks is reminded of once a day, from hour to hour, before silence accepts', async () => {
    await agree(true)
    const id = await waiting()
    await run('2027-01-10T10:00:00Z')
    expect(await told(id)).toEqual(['Pending', '2027-01-11', 1])
    // A day is twenty-four hours: not before.
    await run('2027-01-11T09:59:59.999Z')
    expect(await told(id)).toEqual(['Pending', '2027-01-11', 1])
    await run('2027-01-11T10:00:00Z')
    expect(await told(id)).toEqual(['Pending', '2027-01-12', 2])
    expect(await run('2027-01-12T09:59:59.999Z')).toBe(0)
    expect(await told(id)).toEqual(['Pending', '2027-01-12', 2])
    expect(await run('2027-01-12T10:00:00Z')).toBe(1)
  })

  test('is looked at the day after where nothing says that silence accepts', async () => {
    await agree(false)
    const reminders = ['2026-12-08T08:00:00.000Z', '2026-12-10T08:00:00.000Z']
    const [id, early] = [
      await waiting({ reminders }),
      await waiting({ reminders, closedAt: new Date('2026-12-06') }),
    ]
    expect(await run('2026-12-12T08:00:00Z')).toBe(0)
    expect(await told(id)).toEqual(['Pending', '2026-12-13', 2])
    expect(await told(early)).toEqual(['Pending', '2026-12-13', 2])
    // It is nobody's change: whoever reads it may still accept what they see.
    expect((await stateOf(id)).version).toBe(1)
  })

  test('is not looked at before it was closed, nor when it no longer waits', async () => {
    const open = await waiting({ closedAt: null })
    const issued = await waiting({ status: 'Approved' })
    const disputed = await waiting({ status: 'Cancelled' })
    await run('2027-03-01T08:00:00Z')
    expect(await kinds()).toEqual([])
    for (const id of [open, issued, disputed]) expect((await stateOf(id)).on).toBeNull()
  })

  test('of one that lacks something stays, and those after it are accepted in the order of their closing', async () => {
    await agree(true)
    const reminders = ['2026-12-06T08:00:00.000Z', '2026-12-07T08:00:00.000Z']
    const later = await waiting({ reminders, closedAt: new Date('2026-12-05T11:00:00Z') })
    const lacking = await waiting({
      reminders,
      tax: { ...tax, codes: undefined } as never,
      information: null as never,
    })
    const earlier = await waiting({ reminders, closedAt: new Date('2026-12-05T10:00:00Z') })
    expect(await run('2026-12-20T08:00:00Z')).toBe(2)
    const numbers = await world.database.query<{ number: string }>(
      `select number from bill where id = any($1) order by id = $2`,
      [[earlier, later], later],
    )
    expect(numbers.map(({ number }) => number.slice(-5))).toEqual(['00001', '00002'])
    expect((await stateOf(lacking)).status).toBe('Pending')
    expect(
      await world.database.query(
        `select action, portal_id, actor_id, before, after from activity where target_id = $1 and action = 'billing.acceptBySilence'`,
        [earlier],
      ),
    ).toEqual([
      {
        ...{ action: 'billing.acceptBySilence', portal_id: portalId, actor_id: null },
        before: { status: 'Pending' },
        after: { status: 'Approved', number: expect.stringMatching(/-00001$/), reminders },
      },
    ])
  })

  test('and fails otherwise than by what it lacks is nobody’s to overlook', async () => {
    await agree(true)
    const reminders = ['2026-12-06T08:00:00.000Z', '2026-12-07T08:00:00.000Z']
    await waiting({ reminders: [...reminders, 1] as never })
    await expect(run('2026-12-20T08:00:00Z')).resolves.toBe(1)
    await waiting({ reminders, information: { ...information, retentionBp: 0.5 } })
    await expect(run('2026-12-20T08:00:00Z')).rejects.toBeInstanceOf(RangeError)
  })
})

describe('one notice reminds of all own invoices that an account owes', () => {
  const own = (row: Row = {}) => waiting({ selfInvoice: false, ...row })

  test('that are due, with their months in order, each once; not of those of others', async () => {
    const first = await own({ period: '2026-12-01', closedAt: new Date('2026-12-04T09:00:00Z') })
    const second = await own({ period: '2026-10-01' })
    const third = await own({ period: '2026-11-01', closedAt: new Date('2026-12-06T09:00:00Z') })
    const other = (await putAccount(world.database, 'Otra')).accountId
    await putInformation(world.database, { accountId: other, taxId: 'B', email: 'b@example.com' })
    const ofOther = await own({ accountId: other, period: '2026-09-01' })
    const now = '2026-12-20T08:00:00Z'
    await run(now)
    for (const id of [first, second, third, ofOther])
      expect(await told(id)).toEqual(['Pending', '2026-12-21', 1])
    const said = await mails()
    expect(said.map(([kind]) => kind)).toEqual(['reminderOwn', 'reminderOwn'])
    const several = said.map(([, text]) => text).find((text) => /octubre/.test(text ?? '')) ?? ''
    expect(several).toMatch(/octubre.*noviembre.*diciembre/)
    expect(several).not.toMatch(/septiembre/)
    expect((await stateOf(second)).reminders).toEqual([new Date(now).toISOString()])
  })

  test('and leaves out what is not due yet, was told of within a day, is not the account’s to invoice, or is corrective', async () => {
    await agree(false)
    const leader = await own({ closedAt: new Date('2026-12-01') })
    const due = await own({ closedAt: new Date('2026-12-02'), reminders: ['2026-12-11T08:00:00.000Z'] })
    const recent = await own({ closedAt: new Date('2026-12-02'), reminders: ['2026-12-11T08:00:00.001Z'] })
    const tomorrow = await own({ closedAt: new Date('2026-12-11') })
    const today = await own({ period: '2026-12-01', closedAt: new Date('2026-12-09') })
    const done = await own({ closedAt: new Date('2026-12-02'), ownNumber: 'X-1' })
    const agreed = await waiting({ closedAt: new Date('2026-12-02'), selfInvoice: null })
    const corrective = await own({ closedAt: new Date('2026-12-02'), correctsId: leader })
    const twice = ['2026-12-06T08:00:00.000Z', '2026-12-07T08:00:00.000Z']
    const over = await own({ closedAt: new Date('2026-12-02'), reminders: twice })
    await run('2026-12-12T08:00:00Z')
    const all = { leader, due, recent, tomorrow, today, done, agreed, corrective, over }
    const found: Record<string, unknown> = {}
    for (const [name, id] of Object.entries(all)) found[name] = (await told(id)).slice(1)
    expect(found).toEqual({
      leader: ['2026-12-13', 1],
      due: ['2026-12-13', 2],
      recent: ['2026-12-12', 1],
      tomorrow: ['2026-12-13', 0],
      today: ['2026-12-13', 1],
      done: ['2026-12-13', 1],
      agreed: ['2026-12-13', 1],
      corrective: ['2026-12-13', 1],
      over: ['2026-12-13', 2],
    })
    expect((await kinds()).sort()).toEqual(['reminder', 'reminder', 'reminder', 'reminderOwn'])
  })

  test('of which an agreement of later says nothing: they are its own to invoice', async () => {
    const id = await waiting({ selfInvoice: null })
    await run('2026-12-12T08:00:00Z')
    expect(await kinds()).toEqual(['reminderOwn'])
    expect(await told(id)).toEqual(['Pending', '2026-12-13', 1])
  })
})
