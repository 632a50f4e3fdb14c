import type { Books } from './papers-books.ts'
import { away, type Raw } from './papers-raw.ts'
import { fileOf, inCents, rowsOf } from './papers-told.ts'

/** What is made of several bills, held against what they come to by hand. */
type Read = <T>(path: string) => Promise<T>

interface Month {
  month: string
  wholeCents: number
  earnedCents: number
  recoupedCents: number
  ownRecoupedCents: number
}

export async function payments(books: Books, read: Read) {
  const { items, due } = await read<{
    items: { id: string; totalCents: number }[]
    due: { billId: string; number: string; payableCents: number }[]
  }>('/billing/remittances')
  for (const { billId, number, payableCents } of due)
    books.same(`${number} due`, payableCents, books.payable(billId))
  for (const { id, totalCents } of items) {
    const paid = await books.database.query<{ bill: string; cents: string; number: string }>(
      `select p.bill_id as bill, p.amount_cents as cents, b.number from remittance_payment p join bill b on b.id = p.bill_id where p.remittance_id = $1`,
      [id],
    )
    const xml = (await fileOf(books.database, `/billing/remittance/${id}`))?.toString() ?? ''
    const told = [...xml.matchAll(/<EndToEndId>([^<]*)<[\s\S]*?<InstdAmt[^>]*>([\d.]+)</g)]
    books.same(`file ${id} payments`, told.length, paid.length)
    for (const { bill, cents, number } of paid) {
      books.same(`${number} in a file`, Number(cents), books.payable(bill))
      books.same(
        `${number} in the XML`,
        inCents(told.find(([, name]) => name === number)?.[2]),
        books.payable(bill),
      )
    }
    books.same(
      `file ${id}`,
      totalCents,
      paid.reduce((sum, { bill }) => sum + books.payable(bill), 0),
    )
  }
}

export async function shares(books: Books, raw: Raw, read: Read) {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
  for (const { portal, account, split } of await books.database.query<{
    portal: string
    account: string
    split: string
  }>(
    `select p.id::text as portal, y.account_id::text as account, y.split_id::text as split from split_party y
      join portal p on p.account_id = y.account_id and p.master and p.deleted_at is null`,
  )) {
    const span = `f=2020-01-01&t=${today}`
    const { statements } = await read<{
      statements: { payee: { id: string }; things: { months: Month[] }[] }[]
    }>(`/portal/${portal}/shares?${span}`)
    const months = statements
      .filter(({ payee }) => payee.id === account)
      .flatMap(({ things }) => things.flatMap((one) => one.months))
    const wanted = raw.shared.get(split) ?? new Map()
    books.same(`${portal} months that are shared`, months.length, wanted.size)
    for (const { month, wholeCents, earnedCents, recoupedCents, ownRecoupedCents } of months) {
      const of = wanted.get(month.slice(0, 7))
      const mine = of?.parts.get(account)
      const what = `${account.slice(-4)} shares ${month}`
      books.each(
        what,
        { whole: of?.whole ?? 0, ...mine },
        {
          ...{ whole: wholeCents, earned: earnedCents, own: ownRecoupedCents },
          recouped: recoupedCents - ownRecoupedCents,
        },
      )
    }
    const csv = rowsOf(
      await fileOf(
        books.database,
        `/portal/${portal}/shareStatement?payeeId=${account}&${span}&format=csv&locale=es`,
      ),
    )
    for (const [at, { month }] of months.entries()) {
      const of = wanted.get(month.slice(0, 7))
      const mine = of?.parts.get(account)
      const [, , whole, , earned, recouped, due, , , own] = csv[at] ?? []
      const theirs = { whole, earned, recouped, own, due }
      const cells = Object.fromEntries(Object.entries(theirs).map(([key, cell]) => [key, inCents(cell)]))
      const all = mine ? { ...mine, due: mine.earned + mine.recouped + mine.own } : {}
      books.each(`${account.slice(-4)} CSV of shares ${month}`, { whole: of?.whole ?? 0, ...all }, cells)
    }
  }
}

/** By the days on which the bank paid bills and brought money back, which the ledger has. */
export async function withheld(books: Books, read: Read) {
  const moves = await books.database.query<{ bill: string; on: string; sign: number; taxId: string }>(
    `select bill_id as bill, coalesce(day, (at at time zone 'Europe/Madrid')::date)::text as on, case when "to" = 'bank' then 1 else -1 end as sign,
        (select information->>'taxId' from bill b where b.id = bill_id) as "taxId"
      from ledger_entry where 'bank' in ("from", "to") and bill_id is not null`,
  )
  const years = [...new Set(moves.map(({ on }) => on.slice(0, 4)))]
  const asked = years.flatMap((year) => [
    ...[1, 2, 3, 4].map((quarter) => ({ model: '111', year, quarter })),
    { model: '190', year, quarter: 0 },
  ])
  for (const { model, year, quarter } of asked) {
    const within = ({ on }: { on: string }) =>
      on.startsWith(year) && (quarter === 0 || Math.ceil(Number(on.slice(5, 7)) / 3) === quarter)
    const sums = new Map<string, { base: number; withheld: number }>()
    for (const move of moves.filter(within)) {
      const of = books.totals.get(move.bill)
      if (!of || of.withheld === 0) continue
      const has = sums.get(move.taxId) ?? { base: 0, withheld: 0 }
      sums.set(move.taxId, {
        base: has.base + move.sign * of.base,
        withheld: has.withheld + move.sign * of.withheld,
      })
    }
    for (const [taxId, { base, withheld }] of sums) if (base === 0 && withheld === 0) sums.delete(taxId)
    const query = `model=${model}&year=${year}${quarter ? `&quarter=${quarter}` : ''}`
    const told = await read<{
      rows: { taxId: string; baseCents: number; retentionCents: number }[]
      retentionCents: number
    }>(`/billing/taxDeclaration?${query}`)
    const what = `${model} ${year} ${quarter}`
    books.same(`${what} payees`, told.rows.length, sums.size)
    const csv = rowsOf(await fileOf(books.database, `/billing/taxSummary?${query}`))
    for (const { taxId, baseCents, retentionCents } of told.rows) {
      const of = sums.get(taxId)
      books.same(`${what} ${taxId} base`, baseCents, of?.base)
      books.same(`${what} ${taxId} withheld`, retentionCents, of?.withheld)
      const row = csv.find(([first]) => first === taxId)
      books.same(`${what} ${taxId} CSV base`, inCents(row?.at(-2)), of?.base)
      books.same(`${what} ${taxId} CSV withheld`, inCents(row?.at(-1)), of?.withheld)
    }
    const all = [...sums.values()].reduce((sum, one) => sum + one.withheld, 0)
    books.same(`${what} withheld`, told.retentionCents, all)
    books.same(`${what} CSV`, inCents(csv.at(-1)?.at(-1)), all)
  }
}

/** Lists say what bills do, and the provider's invoices are their units. */
export async function lists(books: Books, read: Read) {
  const masters = await books.database.query<{ id: string }>('select id::text from portal where master')
  const pages = [1, 2, 3].map((page) => `/billing?page=${page}`)
  for (const path of [...pages, ...masters.map(({ id }) => `/portal/${id}/bills`)]) {
    const { items } = await read<{
      items: { id: string; number: string | null; baseCents: number; payableCents: number }[]
    }>(path)
    for (const { id, number, baseCents, payableCents } of items) {
      const of = books.totals.get(id)
      if (!of) continue
      books.same(`${number} base in ${path}`, baseCents, of.base)
      books.same(`${number} payable in ${path}`, payableCents, books.payable(id))
    }
  }
  const charges = await books.database.query<{ id: string; number: string; base: string }>(
    'select id, number, (select sum(amount_cents) from charge_line l where l.charge_id = c.id) as base from charge c',
  )
  for (const { id, number, base } of charges) {
    const total = Number(base) + away(Number(base) * 0.21)
    const { totals, openCents } = await read<{
      totals: { baseCents: number; totalCents: number }
      openCents: number
    }>(`/charge/${id}`)
    books.same(`${number} base`, totals.baseCents, Number(base))
    books.same(`${number} total`, totals.totalCents, total)
    books.same(`${number} open`, openCents, total)
  }
}
