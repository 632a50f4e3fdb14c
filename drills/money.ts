import type { Database } from '#platform/db.ts'
import { pastIncome } from '#testing/past-income.ts'
import { portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { ask, cookieOf, programOn } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { ledgerAgainstModel } from './money-model.ts'
import { numbersUnderKills } from './money-numbers.ts'
import { moneyStorm } from './money-storm.ts'

const portalId = portals.ninoLobo.id
type App = ReturnType<typeof programOn>
interface BillAnswer {
  id: string
  version: number
  totals: { settledCents: number }
}

/** Promises 19 to 21 on PostgreSQL, each by itself and all at once; 22 is `races`. */
export async function run(): Promise<DrillLine[]> {
  const world = await postgresWorld()
  if (!world)
    return [{ promise: '19–21 money', figure: 'on PostgreSQL', result: 'none is installed here', ok: false }]
  const { database } = world
  try {
    const app = programOn(database)
    return [
      ...(await ledgerAgainstModel(app, database)),
      await settlements(app, database),
      await numbersUnderKills(),
      await moneyStorm(),
      await replays(app, database),
    ]
  } finally {
    await world.stop()
  }
}

const json = <T>(text: string) => JSON.parse(text) as T

/** Adds an Extra to the open bill of a portal's account and closes it. */
async function pending(app: App, staff: string, amountCents: number): Promise<BillAnswer> {
  const { next } = json<{ next: BillAnswer }>(
    (await ask(app, `/portal/${portalId}/billing`, { method: 'GET', cookie: staff })).text,
  )
  const line = { type: 'Extra', description: 'Drill', amountCents, reason: 'Drill' }
  const added = json<BillAnswer>(
    (await ask(app, `/bill/${next.id}/line`, { cookie: staff, body: line })).text,
  )
  const closed = await ask(app, `/bill/${next.id}/closing`, {
    ...{ method: 'PUT', cookie: staff, body: {} },
    headers: { 'If-Match': `"${added.version}"` },
  })
  return json<BillAnswer>(closed.text)
}

async function settlements(app: App, database: Database): Promise<DrillLine> {
  const [owner, staff] = [await cookieOf(database, 'artist'), await cookieOf(database, 'staff')]
  await pastIncome(database, 'ninoLobo', 1_800_000)
  const asked = json<BillAnswer>(
    (await ask(app, `/portal/${portalId}/advance`, { cookie: owner, body: { amountCents: 40_000 } })).text,
  )
  for (const [step, cookie] of [
    ['review', staff],
    ['grant', staff],
    ['approval', owner],
  ] as const) {
    const { version } = json<BillAnswer>(
      (await ask(app, `/bill/${asked.id}`, { method: 'GET', cookie: staff })).text,
    )
    await ask(app, `/bill/${asked.id}/${step}`, {
      ...{ method: 'PUT', cookie, body: {} },
      headers: { 'If-Match': `"${version}"` },
    })
  }
  const bill = await pending(app, staff, 100_000)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      ask(app, `/bill/${bill.id}/approval`, {
        ...{ method: 'PUT', cookie: owner, body: {} },
        headers: { 'If-Match': `"${bill.version}"` },
      }),
    ),
  )
  const done = answers.filter(({ status }) => status === 200)
  const [row] = await database.query<{ cents: string }>(
    `select sum(case when "to" = 'advances' then amount_cents else -amount_cents end) as cents from ledger_entry
     where advance_id = $1 and bill_id = $2`,
    [asked.id, bill.id],
  )
  const strange = answers.filter(({ status }) => ![200, 409, 412].includes(status)).length
  return {
    promise: '19 one advance settled by many at once',
    figure: '50 → 1, never more than was granted',
    result: `${done.length} of 50, ${Number(row?.cents) / 100} € of 400, ${strange} strange answers`,
    ok: done.length === 1 && Number(row?.cents) === 40_000 && strange === 0,
  }
}

async function replays(app: App, database: Database): Promise<DrillLine> {
  const staff = await cookieOf(database, 'staff')
  const { next } = json<{ next: BillAnswer }>(
    (await ask(app, `/portal/${portalId}/billing`, { method: 'GET', cookie: staff })).text,
  )
  const send = (amountCents: number) =>
    ask(app, `/bill/${next.id}/line`, {
      ...{ cookie: staff, body: { type: 'Extra', description: 'Una vez', amountCents, reason: 'Drill' } },
      headers: { 'Idempotency-Key': 'drill-21' },
    })
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(1_234)))
  const other = await send(4_321)
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from ledger_entry where description = 'Una vez' and "to" = 'accrued'`,
  )
  // A kept answer comes back with its keys in another order.
  const sorted = (_: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  const same = new Set(answers.map(({ text }) => JSON.stringify(JSON.parse(text), sorted))).size
  return {
    promise: '21 a money call sent again with its key',
    figure: '50 → one effect, one answer; another body 422',
    result: `${row?.n} effect, ${same} answer, another body ${other.status}`,
    ok: row?.n === 1 && same === 1 && other.status === 422,
  }
}
