import { expect, test } from 'vitest'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { dayOf, formatDay, parseDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { randomFrom } from '#testing/world/random.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { closeMonths } from './server/close-months.ts'
import { openFrom } from './server/splits.ts'
import { books } from './test-bills.ts'
import { at, shopSecret, tell } from './test-shop-sales.ts'

/**
 * Shares against a stupid model: sales and refunds of random days, splits that change, costs that come and are withdrawn,
 * months that close. Each account has to the cent what the model gives it, a cent at a time.
 */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const [a, b, c] = [accounts.ninoLobo.id, accounts.bajamar.id, accounts.orquestaPoniente.id]
const dayBefore = (days: number) => formatDay(dayOf(Date.now()) - days)
const monthOf = (day: string) => formatDay(startOfMonth(parseDay(day) ?? 0))
const file = { name: 'factura.pdf', content: Buffer.from('%PDF-1.4\n%%EOF').toString('base64') }

interface Fact {
  soldOn: string
  on: string
  /** Income at 10 % of 33.06 net or of half of it, in millionths. */
  micros: number
}
interface Version {
  from: string
  shares: [string, number][]
}
interface Spent {
  id: string
  month: string
  account: string
  /** Whose share alone it comes off. */
  party: string | null
  cents: number
}

const round = (micros: number) => Math.sign(micros) * Math.round(Math.abs(micros) / 10_000)

/** Cents by the largest remainder, the stupid way: a cent at a time to whoever lacks most. */
function dealt(cents: number, shares: [string, number][]) {
  const has = new Map(shares.map(([id]) => [id, 0]))
  const whole = shares.map(([id, bp]) => [id, Math.floor((Math.abs(cents) * bp) / 10_000)] as const)
  for (const [id, part] of whole) has.set(id, part)
  const lacks = ([id, bp]: [string, number]) =>
    (Math.abs(cents) * bp) / 10_000 - (whole.find(([one]) => one === id)?.[1] ?? 0)
  const byLack = [...shares].sort((x, y) => {
    const more = Math.round((lacks(y) - lacks(x)) * 10_000)
    return more === 0 ? shares.indexOf(x) - shares.indexOf(y) : more
  })
  let left = Math.abs(cents) - whole.reduce((sum, [, part]) => sum + part, 0)
  for (const [id] of byLack) if (left-- > 0) has.set(id, (has.get(id) ?? 0) + 1)
  for (const [id, part] of has) has.set(id, Math.sign(cents) * part || 0)
  return has
}

/** What each account has in the end. */
function expected(facts: readonly Fact[], versions: readonly Version[], costs: readonly Spent[]) {
  const total = new Map([a, b, c].map((id) => [id, 0]))
  const add = (id: string, cents: number) => total.set(id, (total.get(id) ?? 0) + cents)
  const versionOf = (day: string) =>
    versions.filter(({ from }) => from <= day).sort((x, y) => (x.from < y.from ? 1 : -1))[0]
  const sorted = [...costs].sort((x, y) =>
    x.month < y.month ? -1 : x.month > y.month ? 1 : x.id < y.id ? -1 : 1,
  )
  const filled = sorted.map(() => 0)
  const kept = new Map<string | null, number>()
  /** Puts what a month brought a cent at a time into the costs of all, or of one party; answers what is left of it. */
  const recouped = (party: string | null, month: string, cents: number) => {
    let left = 0
    const step = Math.sign(cents)
    for (let cent = 0; cent < Math.abs(cents); cent++) {
      const mine = (cost: Spent) => cost.party === party
      const to =
        step > 0
          ? sorted.findIndex((cost, i) => mine(cost) && cost.month <= month && (filled[i] ?? 0) < cost.cents)
          : sorted.findLastIndex((cost, i) => mine(cost) && (filled[i] ?? 0) > 0)
      const before = kept.get(party) ?? 0
      if (to < 0 || (step > 0 ? before < 0 : before > 0)) {
        kept.set(party, before + step)
        left += step
      } else {
        filled[to] = (filled[to] ?? 0) + step
        add(sorted[to]?.account ?? '', step)
      }
    }
    return left
  }
  for (const month of [...new Set(facts.map(({ on }) => monthOf(on)))].sort())
    for (const version of [...versions].sort((x, y) => (x.from < y.from ? -1 : 1))) {
      const here = facts.filter(({ on, soldOn }) => monthOf(on) === month && versionOf(soldOn) === version)
      const cents = round(here.reduce((sum, { micros }) => sum + micros, 0))
      const left = recouped(null, month, cents)
      for (const [id, part] of dealt(left, version.shares)) add(id, recouped(id, month, part))
    }
  return Object.fromEntries(total)
}

test('each has to the cent what a stupid model gives, whatever changes, closes and comes back', async () => {
  const { database } = world
  const random = randomFrom('splits against a model')
  const owner = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const { connector } = ok(
    await owner.connectors.createConnector({
      ...{ portalId, kind: 'shopify', name: 'Tienda', secret: shopSecret },
    }),
  )
  const connectorId = connector.id
  ok(
    await staff.connectors.updateOwedFrom(
      { portalId, connectorId, owedFrom: '2020-01-01' },
      { version: connector.version },
    ),
  )
  const catalogue = await as(database, 'staff')
  const { id: productId } = ok(
    await catalogue.products.createProduct({
      ...{ portalId, name: { es: 'Modelo' }, sku: 'MODEL', category: 'album', format: 'limited' },
      ...{ priceCents: 2000, taxClass: 'general', editionUnits: 500 },
    } as never),
  )
  const facts: Fact[] = []
  const versions: Version[] = []
  const costs: Spent[] = []
  const orders: { order: Record<string, unknown>; soldOn: string; refunds: object[] }[] = []
  let [next, closed] = [20_000, 0]
  const open = () => database.transaction({ role: 'service' }, (tx) => openFrom(tx, portalId))
  const later = (day: string, than: string) => (day > than ? day : than)

  const acts = {
    async sale() {
      next++
      const soldOn = dayBefore(random.between(0, 60))
      const sold = shopifyOrder(`#M${next}`, { id: next, ...at(soldOn) })
      const order = { ...sold, line_items: sold.line_items.map((line) => ({ ...line, sku: 'MODEL' })) }
      await tell(database, connectorId, [order])
      orders.push({ order, soldOn, refunds: [] })
      facts.push({ soldOn, on: soldOn, micros: 29_754_000 })
    },
    async refund() {
      const sold = orders[random.between(0, Math.max(0, orders.length - 1))]
      if (!sold || sold.refunds.length > 1) return
      const on = later(dayBefore(random.between(0, 20)), sold.soldOn)
      const moment = at(on).created_at
      sold.refunds.push({
        ...{ id: sold.refunds.length + 1, created_at: moment, order_adjustments: [] },
        refund_line_items: [{ id: 1, line_item_id: 1, quantity: 1, subtotal: '20.00', total_tax: '3.47' }],
        transactions: [{ kind: 'refund', status: 'success', amount: '20.00' }],
      })
      next++
      const told = {
        ...sold.order,
        updated_at: new Date(Date.now() + next).toISOString(),
        refunds: sold.refunds,
      }
      await tell(database, connectorId, [told])
      facts.push({ soldOn: sold.soldOn, on, micros: -14_877_000 })
    },
    async split() {
      const from = later(dayBefore(random.between(0, 70)), await open())
      if (versions.some((one) => one.from === from)) return
      const first = random.between(1, 9_998)
      const second = random.between(1, 9_999 - first)
      const shares: [string, number][] = [
        [a, first],
        [b, second],
        [c, 10_000 - first - second],
      ]
      const parties = shares.map(([accountId, shareBp]) => ({ accountId, shareBp }))
      ok(
        await staff.billing.createSplit({ portalId, productId, validFrom: from, payer: 'provider', parties }),
      )
      versions.push({ from, shares })
    },
    async cost() {
      const account = random.one([a, b, c])
      const other = random.one([a, b, c].filter((id) => id !== account))
      const party = costs.length % 2 === 0 ? null : other
      const cents = random.between(1, party ? 1_500 : 4_000)
      const day = dayBefore(random.between(0, 60))
      const made = ok(
        await staff.billing.createCost({
          ...{ portalId, productId, accountId: account, kind: 'pressing', day, amountCents: cents },
          partyId: party,
          ...{ description: 'Coste', file },
        }),
      )
      expect(made.month).toBe(later(monthOf(day), await open()))
      costs.push({ id: made.id, month: made.month, account, party, cents })
    },
    async withdraw() {
      if (costs.length < 3) return
      const [gone] = costs.splice(random.between(0, Math.max(0, costs.length - 1)), 1)
      if (gone) ok(await staff.billing.withdrawCost({ portalId, costId: gone.id }))
    },
    async close() {
      const now = new Date(
        Date.parse(`${formatDay(startOfMonth(dayOf(Date.now())))}T12:00:00Z`) + 6 * 86_400_000,
      )
      closed += await closeMonths(database, { now, appOrigin: 'http://localhost' })
    },
  }
  await acts.split()
  for (let step = 0; step < 50; step++) {
    const act = random.one([
      'sale',
      'sale',
      'sale',
      'refund',
      'refund',
      'split',
      'cost',
      'cost',
      'withdraw',
    ] as const)
    await (step === 25 ? acts.close() : acts[act]())
    await accrueSales(database)
    const found = await database.query<{ account_id: string; cents: string }>(
      `select e.account_id, sum(e.amount_cents) as cents from ledger_entry e join split s on s.id = e.split_id
       where s.product_id = $1 and (e.micros is not null or e."from" = 'recouped') group by 1`,
      [productId],
    )
    const has = Object.fromEntries([a, b, c].map((id) => [id, 0]))
    for (const { account_id, cents } of found) has[account_id] = Number(cents)
    expect(has, `step ${step}`).toEqual(expected(facts, versions, costs))
    expect((await books(database)).reduce((all, { cents }) => all + Number(cents), 0)).toBe(0)
  }
  expect(closed).toBeGreaterThan(1)
  const [taken] = await database.query<{ own: string; whole: string }>(
    `select count(*) filter (where type = 'Own recoupment') as own, count(*) filter (where type = 'Recoupment') as whole
      from ledger_entry where split_id is not null`,
  )
  expect(Math.min(Number(taken?.own), Number(taken?.whole))).toBeGreaterThan(5)
  expect(facts.length).toBeGreaterThan(20)
  // What is on bills is what moved: nothing of a share is on two, and no bill has changed by what came after it.
  const [moved] = await database.query<{ cents: string; lines: string }>(
    `select (select sum(amount_cents) from ledger_entry where "to" = 'held' and split_id is not null) as cents,
      (select sum(amount_cents) from bill_line where split_id is not null) as lines`,
  )
  expect(moved?.cents).toBe(moved?.lines)
}, 240_000)
