import { closeBill } from '#features/billing/server/close-bill.ts'
import { post } from '#features/billing/server/ledger.ts'
import { asService, type Database } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { accounts } from '#testing/world/cast.ts'
import { ask, cookieOf, programOn } from './identity-program.ts'

const months = (now: Date, back: number) => formatDay(startOfMonth(dayOf(now.getTime()), -back))

/** What the demo's money lacks: a closed bill of several months, nobody's yet. */
export async function severalMonths(database: Database, now: Date): Promise<void> {
  const accountId = accounts.ninoLobo.id
  await database.transaction(asService('trial'), async (tx) => {
    const of = { accountId, from: 'extra', to: 'accrued', type: 'Extra', description: 'Gira' } as const
    await post(
      tx,
      now,
      [3, 2].map((back) => ({
        ...of,
        amountCents: 12_345,
        month: months(now, back),
        itemId: crypto.randomUUID(),
      })),
    )
    const made = await closeBill(tx, accountId, {
      through: months(now, 1),
      now,
      appOrigin: 'http://localhost',
    })
    if (!('closed' in made)) throw new Error('no bill of several months was closed')
  })
}

/**
 * What was closed before 0081 does not know what its lines are rounded from, and what was issued before 0082 does not say its first
 * month: papers stay as they were.
 */
const plain = (name: string, value: unknown) =>
  name === 'rounding'
    ? null
    : typeof value === 'object' && value !== null && 'number' in value && value.number !== null
      ? { ...value, periodFrom: null }
      : value

/** Everything that the program answers of money, by what was asked. */
export async function moneyAnswers(database: Database): Promise<Map<string, string>> {
  const app = programOn(database)
  const cookie = await cookieOf(database, 'super')
  const bills = await database.query<{ id: string }>('select id from bill order by id')
  const masters = await database.query<{ id: string }>('select id from portal where master order by id')
  const asked = [
    ...bills.map(({ id }) => `/bill/${id}`),
    ...masters.flatMap(({ id }) =>
      ['billing', 'billingInformation', 'advances'].map((of) => `/portal/${id}/${of}`),
    ),
    ...['/billing', '/billing/remittances', '/billing/taxSummary?f=2020-01-01&t=2999-12-31'],
  ]
  const said = new Map<string, string>()
  for (const path of asked) {
    const { status, text } = await ask(app, path, { method: 'GET', cookie })
    said.set(path, `${status} ${JSON.stringify(JSON.parse(text), plain)}`)
  }
  return said
}
