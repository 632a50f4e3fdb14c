import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { accrueSales } from '#features/billing/server/accrue-sales.ts'
import type { Database } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import type { Cluster } from '#testing/postgres.ts'
import { portals } from '#testing/world/cast.ts'
import { randomFrom } from '#testing/world/random.ts'
import type { DrillLine } from './drill.ts'
import { ask, cookieOf, programOn } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { faultsInBooks, type Party } from './money-books.ts'
import { answering, ended, killBackend } from './money-numbers.ts'
import { sleep } from './processes.ts'

const processes = 3
/** Acts that are answered well before it ends, and kills, spread over them. */
const wanted = 1_500
const kills = { client: 12, backend: 12, server: 3 }

interface Said {
  act: string
  status: number
  again: number
  id?: string
  number?: string
  order?: string
  bill?: string
}

const parties: Party[] = [
  { name: 'artist', accountId: portals.ninoLobo.accountId, shareBp: 3_334 },
  { name: 'label', accountId: portals.bajamar.accountId, shareBp: 3_333 },
  { name: 'orchestra', accountId: portals.orquestaPoniente.accountId, shareBp: 3_333 },
]

/** Promises 19 to 21 with splits, costs, payments and charges in them: many at once, killed; the books equal a model. */
export async function moneyStorm(): Promise<DrillLine> {
  const promise = '19–21 everything of money at once, under kill -9'
  const figure = `${wanted.toLocaleString('en')} acts of ${processes * 4} people: the books equal a model to the cent, nothing answered is lost or twice`
  const world = await postgresWorld()
  if (!world) return { promise, figure, result: 'no PostgreSQL is installed here', ok: false }
  try {
    const productId = await begin(world.database)
    return { promise, figure, ...(await storm(world, productId)) }
  } finally {
    await world.stop()
  }
}

/** Nothing sold yet, an album that three share, and agreements that came before. */
async function begin(database: Database) {
  for (const table of ['order_line', '"order"', 'accrual_due']) await database.query(`delete from ${table}`)
  await database.query('delete from billing_agreement')
  for (const { accountId } of parties)
    await database.query(
      `insert into billing_agreement (id, account_id, text_version, text_hash, person_name, address, at)
        values (gen_random_uuid(), $1, '2026-11', 'demo', 'Prueba', '127.0.0.1', now() - interval '1000 days')`,
      [accountId],
    )
  const app = programOn(database)
  const cookie = await cookieOf(database, 'staff')
  const portalId = portals.ninoLobo.id
  const made = await ask(app, `/portal/${portalId}/product`, {
    ...{ cookie },
    body: {
      ...{ name: { es: 'Tormenta' }, sku: 'STORM', category: 'album', format: 'limited' },
      ...{ priceCents: 2_000, taxClass: 'general', editionUnits: 500 },
    },
  })
  const productId: string = JSON.parse(made.text).id
  const split = await ask(app, `/portal/${portalId}/split`, {
    ...{ cookie },
    body: {
      ...{ productId, payer: 'provider' },
      ...{
        validFrom: formatDay(startOfMonth(dayOf(Date.now()))),
        parties: parties.map(({ name: _, ...one }) => one),
      },
    },
  })
  if (split.status !== 201) throw new Error(`no split: ${made.text} ${split.text}`)
  return productId
}

async function storm(
  { url, cluster }: { url: string; cluster: Cluster },
  productId: string,
): Promise<Pick<DrillLine, 'result' | 'ok'>> {
  const random = randomFrom('storm')
  const said: Said[] = []
  const placedAt = new Date(Date.now() - 60_000).toISOString()
  const day = formatDay(dayOf(Date.now()))
  let seeds = 0
  const start = () => startClient([url, String(seeds++), day, placedAt, productId], said)
  const clients = Array.from({ length: processes }, start)
  const plan = Object.entries(kills).flatMap(([what, times]) => Array.from({ length: times }, () => what))
  const well = () => said.filter(({ status }) => status < 300).length
  const until = async (acts: number) => {
    while (well() < acts) await sleep(20)
  }
  for (let at = 0; plan.length > 0; at++) {
    await until((wanted / (kills.client + kills.backend + kills.server + 1)) * (at + 1))
    await sleep(random.between(0, 200))
    const what = plan.splice(random.between(0, plan.length - 1), 1)[0] as keyof typeof kills
    if (what === 'client') {
      const which = random.between(0, clients.length - 1)
      clients[which]?.kill('SIGKILL')
      await ended(clients[which] as ChildProcess)
      clients[which] = start()
    } else if (what === 'backend') {
      while (!(await killBackend(url, random.one))) await sleep(100)
    } else {
      cluster.crash()
      cluster.start()
    }
  }
  await until(wanted)
  for (const client of clients) client.kill('SIGKILL')
  await Promise.all(clients.map(ended))
  const database = await answering(url)
  await accrueSales(database)
  const { faults, bills, charges } = await faultsInBooks(database, parties, `${day.slice(0, 8)}01`)
  const lost = await lostOf(database, said)
  const strange = said.filter(({ status }) => ![200, 201, 204, 404, 409, 412, 422].includes(status))
  for (const one of strange.slice(0, 10)) console.log(JSON.stringify(one))
  for (const fault of [...faults, ...lost].slice(0, 20)) console.log(fault)
  const [deadlocks] = await database.query<{ n: number }>(
    `select deadlocks::int as n from pg_stat_database where datname = current_database()`,
  )
  await database.close()
  const repeated = said.filter(({ again, status }) => again > 0 && status < 300).length
  const by = Object.entries(
    Object.groupBy(
      said.filter(({ status }) => status < 300),
      ({ act }) => act,
    ),
  )
    .map(([act, all]) => `${act} ${all?.length}`)
    .sort()
    .join(', ')
  console.log(by)
  return {
    result:
      `${well().toLocaleString('en')} answered well, ${said.length - well()} refused, ${repeated} after being said again; ${bills} bills, ${charges} charges; ` +
      `killed ${kills.client} programs, ${kills.backend} backends, the server ${kills.server} times: ` +
      `${faults.length} faults, ${lost.length} lost or twice, ${strange.length} strange answers, ${deadlocks?.n} deadlocks`,
    ok: faults.length + lost.length + strange.length === 0,
  }
}

function startClient(args: string[], said: Said[]): ChildProcess {
  const script = fileURLToPath(new URL('./money-storm-client.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let rest = ''
  child.stdout.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) said.push(JSON.parse(line) as Said)
  })
  return child
}

/** What was answered and is not there, or is there twice. */
async function lostOf(database: Database, said: readonly Said[]): Promise<string[]> {
  const well = said.filter(({ status }) => status < 300)
  const ids = (act: string, of: (one: Said) => string | undefined) =>
    new Set(well.filter((one) => one.act === act).flatMap((one) => of(one) ?? []))
  const there = async (sql: string, wanted: Set<string>, what: string) => {
    const found = await database.query<{ id: string }>(sql, [[...wanted]])
    const has = new Set(found.map(({ id }) => id))
    return [
      ...[...wanted].filter((id) => !has.has(id)).map((id) => `${what} ${id} is not there`),
      ...(found.length > has.size ? [`${found.length - has.size} of ${what} twice`] : []),
    ]
  }
  const paid = await database.query<{ bill_id: string; n: number }>(
    `select bill_id, count(*)::int as n from ledger_entry where "from" = 'payable' and "to" = 'bank' group by 1`,
  )
  const times = Object.groupBy(
    well.filter(({ act }) => act === 'paid'),
    ({ bill = '' }) => bill,
  )
  return [
    ...(await there(
      'select external_id as id from "order" where external_id = any($1::text[])',
      ids('sale', ({ order }) => order),
      'order',
    )),
    ...(await there(
      `select distinct o.external_id as id from "order" o join order_line l on l.order_id = o.id and l.portal_id = o.portal_id
        where l.kind = 'refund' and o.external_id = any($1::text[])`,
      ids('refund', ({ order }) => order),
      'refund',
    )),
    ...(await there(
      'select id from charge where id = any($1::uuid[])',
      ids('charge', ({ id }) => id),
      'charge',
    )),
    ...(await there(
      'select id from split_cost where id = any($1::uuid[])',
      ids('cost', ({ id }) => id),
      'cost',
    )),
    ...(await there(
      'select id from remittance where id = any($1::uuid[])',
      ids('remit', ({ id }) => id),
      'file',
    )),
    ...Object.entries(times).flatMap(([bill, all]) =>
      (paid.find(({ bill_id }) => bill_id === bill)?.n ?? 0) >= (all?.length ?? 0)
        ? []
        : [`a payment of ${bill} is not there`],
    ),
    ...(await twice(database)),
  ]
}

/** What was said twice under one key: each cost, charge and correction has words of its own. */
async function twice(database: Database): Promise<string[]> {
  const found = await database.query<{ what: string; n: number }>(
    `select description as what, count(*)::int as n from (
       select l.description from charge_line l join charge c on c.id = l.charge_id where c.corrects_id is null
       union all select description from split_cost) of where description ~ ' [0-9a-f-]{36}$' group by 1 having count(*) > 1`,
  )
  return found.map(({ what, n }) => `${what} ${n} times`)
}
