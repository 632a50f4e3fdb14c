import type { Database } from '#platform/db.ts'

/**
 * What the books have to hold after everything at once, worked out from what happened and by other rules than the program's:
 * sales, refunds and costs by sharing a cent at a time, bills from their lines, charges from their units. In sentences;
 * empty where all of it agrees to the cent.
 */
export interface Party {
  name: string
  accountId: string
  shareBp: number
}

const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((cents, one) => cents + of(one), 0)
const away = (value: number) => Math.sign(value) * Math.round(Math.abs(value))

/** Each party's part of what is left, to whoever lacks most. */
function dealt(cents: number, parties: readonly Party[]): Map<string, number> {
  const exact = parties.map(({ accountId, shareBp }) => ({
    accountId,
    due: (Math.abs(cents) * shareBp) / 10_000,
  }))
  const has = new Map(exact.map(({ accountId, due }) => [accountId, Math.floor(due + 1e-9)]))
  for (let left = Math.abs(cents) - sum([...has.values()], Number); left > 0; left--) {
    const lacks = ({ accountId, due }: { accountId: string; due: number }) => due - (has.get(accountId) ?? 0)
    const most = exact.reduce((best, one) => (lacks(one) > lacks(best) + 1e-6 ? one : best))
    has.set(most.accountId, (has.get(most.accountId) ?? 0) + 1)
  }
  for (const [id, part] of has) has.set(id, Math.sign(cents) * part)
  return has
}

/** What each party has earned in the month, of all that was sold and came back: what was spent first, in its order. */
async function earned(database: Database, parties: readonly Party[], month: string) {
  const [sold] = await database.query<{ cents: string }>(
    `select coalesce(sum(net_micros), 0)::numeric / 10000 as cents from order_line
      where product_id = (select id from product where sku = 'STORM')`,
  )
  const total = away(Number(sold?.cents) * 0.9)
  const costs = await database.query<{ account_id: string; party_id: string | null; cents: string }>(
    `select account_id, party_id, amount_cents as cents from split_cost where withdrawn_at is null and month <= $1::date
      order by month, id`,
    [month],
  )
  const has = new Map(parties.map(({ accountId }) => [accountId, 0]))
  const add = (id: string, cents: number) => has.set(id, (has.get(id) ?? 0) + cents)
  const recouped = (party: string | null, cents: number) => {
    let left = cents
    for (const cost of costs.filter(({ party_id }) => party_id === party)) {
      const back = Math.min(Math.max(0, left), Number(cost.cents))
      add(cost.account_id, back)
      left -= back
    }
    return left
  }
  for (const [id, part] of dealt(recouped(null, total), parties)) add(id, recouped(id, part))
  return has
}

interface BillRow {
  id: string
  account_id: string
  number: string | null
  status: string
  payment: string
  offset_cents: string
  totals: { baseCents: number; taxCents: number; retentionCents: number; payableCents: number } | null
  bp: number
  lines: string
  settled: string
}

/** How a book stands for each account, or for each bill or charge. */
async function standing(database: Database, book: string, by: 'account_id' | 'bill_id', where = 'true') {
  const found = await database.query<{ id: string; cents: string }>(
    `select ${by} as id, sum(case when "to" = '${book}' then amount_cents else -amount_cents end) as cents
      from ledger_entry where '${book}' in ("from", "to") and ${by} is not null and ${where} group by 1`,
  )
  return new Map(found.map(({ id, cents }) => [id, Number(cents)]))
}

export async function faultsInBooks(database: Database, parties: readonly Party[], month: string) {
  const faults: string[] = []
  const same = (what: string, seen: number, wanted: number) => {
    if (seen !== wanted) faults.push(`${what}: ${seen} instead of ${wanted}`)
  }
  const bills = await database.query<BillRow>(
    `select b.id, b.account_id, b.number, b.status, b.payment, b.offset_cents, b.totals, (b.information->>'retentionBp')::int as bp,
        (select coalesce(sum(amount_cents), 0) from bill_line l where l.bill_id = b.id) as lines,
        (select coalesce(sum(amount_cents), 0) from charge_settlement s where s.bill_id = b.id) as settled
      from bill b where b.type = 1 and b.account_id = any($1::uuid[])`,
    [parties.map(({ accountId }) => accountId)],
  )
  const charges = await database.query<{
    id: string
    account_id: string
    number: string
    total: number
    base: string
    paid: string
    set: string
    against: string
  }>(
    `select c.id, c.account_id, c.number, (c.totals->>'totalCents')::int as total,
        (select sum(amount_cents) from charge_line l where l.charge_id = c.id) as base,
        (select coalesce(sum(amount_cents), 0) from charge_settlement s where s.charge_id = c.id and s.bill_id is null and s.against_id is null) as paid,
        (select coalesce(sum(amount_cents), 0) from charge_settlement s where s.charge_id = c.id) as set,
        (select coalesce(sum(amount_cents), 0) from charge_settlement s where s.against_id = c.id) as against
      from charge c where c.account_id = any($1::uuid[])`,
    [parties.map(({ accountId }) => accountId)],
  )
  const model = await earned(database, parties, month)
  const [accrued, payable, charged] = await Promise.all(
    ['accrued', 'payable', 'charged'].map((book) => standing(database, book, 'account_id')),
  )
  for (const { name, accountId } of parties) {
    const own = bills.filter(({ account_id }) => account_id === accountId)
    const billed = own.filter(({ status }) => status === 'Pending' || status === 'Approved')
    // What was earned is on exactly one bill, or open.
    same(
      `${name}: earned`,
      (accrued?.get(accountId) ?? 0) + sum(billed, ({ lines }) => Number(lines)),
      model.get(accountId) ?? 0,
    )
    const approved = own.filter(({ status }) => status === 'Approved')
    const unpaid = approved.filter(({ payment }) => payment !== 'paid')
    same(
      `${name}: to be paid`,
      payable?.get(accountId) ?? 0,
      sum(unpaid, ({ totals, offset_cents }) => (totals?.payableCents ?? 0) - Number(offset_cents)),
    )
    const mine = charges.filter(({ account_id }) => account_id === accountId)
    same(
      `${name}: charged`,
      0 - (charged?.get(accountId) ?? 0),
      sum(mine, ({ total, set, against }) => total - Number(set) + Number(against)),
    )
  }
  const bank = await standing(database, 'bank', 'bill_id')
  for (const { id, number, payment, status, totals, bp, lines, offset_cents, settled } of bills) {
    if (status !== 'Approved' || !totals) continue
    const base = Number(lines)
    const [tax, kept] = [away(base * 0.21), away((base * bp) / 10_000)]
    same(`${number}: base`, totals.baseCents, base)
    same(`${number}: payable`, totals.payableCents, base + tax - kept)
    same(`${number}: set off`, Number(offset_cents), Number(settled))
    same(
      `${number}: at the bank`,
      bank.get(id) ?? 0,
      payment === 'paid' ? totals.payableCents - Number(settled) : 0,
    )
    if (Number(settled) > totals.payableCents) faults.push(`${number}: more is set off than there was`)
  }
  for (const { number, total, base, set, against } of charges) {
    same(`${number}: total`, total, Number(base) + away(Number(base) * 0.21))
    const open = total - Number(set) + Number(against)
    if (Math.sign(open) === -Math.sign(total)) faults.push(`${number}: more is settled than there was`)
  }
  faults.push(...(await faultsOfFiles(database)), ...(await faultsOfNumbers(database)))
  const [all] = await database.query<{ cents: string }>(
    `select coalesce(sum(cents), 0) as cents from (select amount_cents as cents from ledger_entry where "to" in ('accrued', 'held', 'payable', 'charged', 'royalties')
        union all select -amount_cents from ledger_entry where "from" in ('accrued', 'held', 'payable', 'charged', 'royalties')
        union all select amount_cents from ledger_entry where "to" not in ('accrued', 'held', 'payable', 'charged', 'royalties')
        union all select -amount_cents from ledger_entry where "from" not in ('accrued', 'held', 'payable', 'charged', 'royalties')) e`,
  )
  same('all books', Number(all?.cents), 0)
  return {
    faults,
    bills: bills.filter(({ status }) => status === 'Approved').length,
    charges: charges.length,
  }
}

/** A bill is in one file at a time; a file says what its payments come to, to the bank too. */
async function faultsOfFiles(database: Database): Promise<string[]> {
  const found = await database.query<{
    id: string
    total: string
    paid: string
    file: Buffer
    undone: boolean
    marked: string
  }>(
    `select r.id, r.total_cents as total, r.file, r.undone_at is not null as undone,
        (select sum(amount_cents) from remittance_payment p where p.remittance_id = r.id) as paid,
        (select count(*) from bill b where b.remittance_id = r.id) as marked from remittance r`,
  )
  return found.flatMap(({ id, total, paid, file, undone, marked }) => {
    const told = [
      ...Buffer.from(file)
        .toString()
        .matchAll(/<InstdAmt[^>]*>([\d.]+)</g),
    ]
    const cents = sum(told, ([, amount]) => Math.round(Number(amount) * 100))
    return [
      ...(cents === Number(paid) && cents === Number(total)
        ? []
        : [`file ${id}: ${cents}, ${paid}, ${total}`]),
      ...(undone && Number(marked) > 0 ? [`file ${id} was undone and holds ${marked}`] : []),
    ]
  })
}

async function faultsOfNumbers(database: Database): Promise<string[]> {
  const found = await database.query<{ series: string; n: number; distinct: number; last: number }>(
    `select regexp_replace(number, '\\d{5}$', '') as series, count(*)::int as n, count(distinct number)::int as distinct,
        max(right(number, 5)::int) as last
      from (select number from bill where number is not null and own_number is null
        union all select number from charge) of group by 1`,
  )
  return found.flatMap(({ series, n, distinct, last }) =>
    n === distinct && n === last ? [] : [`${series}: ${n} numbers, ${distinct} different, the last ${last}`],
  )
}
