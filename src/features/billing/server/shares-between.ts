import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { NotFound, Unprocessable } from '#platform/errors.ts'
import { inAccount } from '#platform/own-reach.ts'
import { number, type RowOf, select } from '#platform/select.ts'
import { formatDay, parseDay } from '#platform/time.ts'
import type { Shares } from '../shares-contract.ts'
import { entryDay } from './entry-day.ts'
import { accountNames, sharedBy } from './list-splits.ts'
import { recoupedBy, subjectKey } from './recoup-costs.ts'
import { paidByFile } from './share-file.ts'
import { owedBetween } from './share-payments.ts'
import { personsBetween, toldPersons } from './share-persons.ts'

interface Span {
  f: string
  t: string
}

const sums = {
  portalId: sql<string>`e.portal_id`,
  splitId: sql<string>`e.split_id`,
  payerId: sql<string | null>`e.payer_id`,
  payeeId: sql<string>`e.account_id`,
  month: sql<string>`e.month::text`,
  shareBp: sql<number | null>`max(e.share_bp)`,
  earnedCents: number(sql<string>`coalesce(sum(e.amount_cents) filter (where e.micros is not null), 0)`),
  recoupedCents: number(sql<string>`coalesce(sum(e.amount_cents) filter (where e."from" = 'recouped'), 0)`),
  ownRecoupedCents: number(
    sql<string>`coalesce(sum(e.amount_cents) filter (where e.type = 'Own recoupment'), 0)`,
  ),
}
/** What came to those who share, whatever bills have done with it since. */
const came = sql`e.split_id is not null and (e.micros is not null or e."from" = 'recouped')`

/**
 * Statements of what is shared between two days: what an account has itself, from the provider and from each label, and what
 * it owes each of those whom it pays. All of it is what the ledger holds; the day on which it was entered decides, so that a
 * statement of days that are over does not change.
 */
export async function sharesBetween(tx: Tx, accountId: string, { f, t }: Span): Promise<Shares[]> {
  if (t < f) throw new Unprocessable({ t: { code: 'dates.tooEarly', params: { day: f } } })
  return inAccount(tx, accountId, () => statementsOf(tx, accountId, { f, t }))
}

/** Needs the account's reach. */
async function statementsOf(tx: Tx, accountId: string, { f, t }: Span): Promise<Shares[]> {
  const mine = sql`(e.account_id = ${accountId} or e.payer_id = ${accountId})`
  const found = await select(
    tx,
    sums,
    sql`ledger_entry e where ${came} and ${mine} and ${entryDay} between ${f}::date and ${t}::date
        group by 1, 2, 3, 4, 5 order by 5, 2`,
  )
  const ever = await select(
    tx,
    { portalId: sums.portalId, payerId: sums.payerId, payeeId: sums.payeeId },
    sql`ledger_entry e where ${came} and ${mine} group by 1, 2, 3`,
  )
  const portals = new Map<string, Awaited<ReturnType<typeof portalBetween>>>()
  for (const portalId of new Set(ever.map((one) => one.portalId)))
    portals.set(portalId, await portalBetween(tx, portalId, { f, t }))
  const whole = await wholeOf(tx, [...portals.keys()], { f, t })
  const named = await accountNames(
    tx,
    ever.flatMap(({ payeeId, payerId }) => (payerId ? [payeeId, payerId] : [payeeId])),
  )
  const byFile = await paidByFile(tx, accountId)
  const statements: Shares[] = []
  for (const { payeeId, payerId } of pairsIn(ever)) {
    const rows = found.filter((row) => row.payeeId === payeeId && row.payerId === payerId)
    statements.push({
      payee: named(payeeId),
      payer: payerId ? named(payerId) : null,
      things: [...portals].flatMap(([id, shared]) =>
        thingsOf({ id, ...shared }, { payeeId, payerId, rows, whole }),
      ),
      ...(await owedOf(tx, { payeeId, payerId }, { f, t })),
      byFile: payerId ? byFile.has(`${payerId} ${payeeId}`) : null,
    })
  }
  return statements
}

type Pair = Pick<OfPair, 'payeeId' | 'payerId'>

/** Who pays whom. What a label keeps is on no statement: it is paid with its bill, as a whole. */
const pairsIn = (ever: readonly Pair[]): Pair[] =>
  [
    ...new Map(ever.map(({ payeeId, payerId }) => [`${payerId} ${payeeId}`, { payeeId, payerId }])).values(),
  ].filter(({ payeeId, payerId }) => payeeId !== payerId)

/** What a label owes. The provider owes no royalties: what comes from it is paid with bills. */
async function owedOf(
  tx: Tx,
  { payeeId, payerId }: Pair,
  { f, t }: Span,
): Promise<Pick<Shares, 'balance' | 'persons'>> {
  if (!payerId) return { balance: null, persons: [] }
  return {
    balance: await owedBetween(tx, { payerId, payeeId, f, t }),
    persons: toldPersons(await personsBetween(tx, { payerId, payeeId, t })),
  }
}

type Row = RowOf<typeof sums>
interface OfPair {
  payeeId: string
  payerId: string | null
  rows: readonly Row[]
  whole: ReadonlyMap<string, number>
}

/** What a payee has of each thing that a portal shares, and of the costs those that are its affair. */
function thingsOf(
  {
    id,
    name,
    ownerId,
    versions,
    costs,
    subjectOf,
    balanceOf,
  }: { id: string } & Awaited<ReturnType<typeof portalBetween>>,
  { payeeId, payerId, rows, whole }: OfPair,
): Shares['things'] {
  const newestOf = new Map(versions.map((one) => [subjectKey(one), one]))
  return [...newestOf].flatMap(([key, newest]) => {
    const ids = new Set(versions.filter((one) => subjectKey(one) === key).map((one) => one.id))
    const here = rows.filter(({ splitId }) => ids.has(splitId))
    const shareBp = newest.parties.find(({ accountId }) => accountId === payeeId)?.shareBp ?? 0
    // Nothing came of it yet: it is still with who pays it, and with nobody else who pays the same account.
    const pays = newest.payer === 'provider' ? null : ownerId
    if (here.length === 0 && (shareBp === 0 || pays !== payerId)) return []
    const balances = { whole: balanceOf(key, null), own: balanceOf(key, payeeId) }
    const sum = (of: 'earnedCents' | 'recoupedCents' | 'ownRecoupedCents') =>
      here.reduce((all, row) => all + row[of], 0)
    return {
      ...{ portal: { id, name }, subject: subjectOf(newest), shareBp, balances },
      months: here.map(({ portalId: _, payerId: __, payeeId: ___, splitId, ...row }) => ({
        ...row,
        wholeCents: whole.get(`${splitId} ${row.month}`) ?? 0,
      })),
      ...{ earnedCents: sum('earnedCents'), recoupedCents: sum('recoupedCents') },
      ownRecoupedCents: sum('ownRecoupedCents'),
      costs: costs.filter(
        ({ subject, party, account, withdrawnAt }) =>
          withdrawnAt === null &&
          subjectKey(subject) === key &&
          (party === null || party.id === payeeId || account.id === payeeId),
      ),
      unrecoupedCents: balances.whole?.closingCents ?? 0,
    }
  })
}

/** What a portal shares as it stood at the end of the last day, and how its costs came back since the first. */
async function portalBetween(tx: Tx, portalId: string, { f, t }: Span) {
  const [row] = await select(
    tx,
    { name: sql<string>`name`, ownerId: sql<string>`account_id` },
    sql`portal where id = ${portalId}`,
  )
  const shared = await sharedBy(tx, portalId, t)
  const eve = formatDay((parseDay(f) ?? 0) - 1)
  const { costs: before, recouped } = await recoupedBy(tx, portalId, shared.versions, eve)
  /** Of the costs of a subject that come off the whole, or off one party's share; null where there are none. */
  const balanceOf = (key: string, partyId: string | null) => {
    const was = before.filter((cost) => cost.stands && subjectKey(cost) === key && cost.partyId === partyId)
    const is = shared.costs.filter(
      ({ subject, party, withdrawnAt }) =>
        withdrawnAt === null && subjectKey(subject) === key && (party?.id ?? null) === partyId,
    )
    if (was.length + is.length === 0) return null
    const amount = (all: readonly { amountCents: number }[]) =>
      all.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const backBefore = was.reduce((sum, { id }) => sum + (recouped.get(id) ?? 0), 0)
    const back = is.reduce((sum, { recoupedCents }) => sum + recoupedCents, 0)
    return {
      ...{ openingCents: amount(was) - backBefore, addedCents: amount(is) - amount(was) },
      ...{ recoupedCents: back - backBefore, closingCents: amount(is) - back },
    }
  }
  return { ...shared, name: row?.name ?? '', ownerId: row?.ownerId ?? '', balanceOf }
}

/** All that was shared by each version in each month, whosever it is. */
async function wholeOf(tx: Tx, portals: readonly string[], { f, t }: Span) {
  const found = await select(
    tx,
    { splitId: sums.splitId, month: sums.month, cents: sums.earnedCents },
    sql`ledger_entry e where e.portal_id = any(${`{${portals.join(',')}}`}::uuid[]) and ${came}
      and ${entryDay} between ${f}::date and ${t}::date group by 1, 2`,
  )
  return new Map(found.map(({ splitId, month, cents }) => [`${splitId} ${month}`, cents]))
}

/** One of them. @throws NotFound for two who have nothing to do with each other, or of whom the reader is none */
export async function statementBetween(
  tx: Tx,
  accountId: string,
  { payeeId, payerId, ...span }: Span & { payeeId: string; payerId?: string | undefined },
): Promise<Shares> {
  const found = (await sharesBetween(tx, accountId, span)).find(
    ({ payee, payer }) => payee.id === payeeId && (payer?.id ?? null) === (payerId ?? null),
  )
  if (!found) throw new NotFound()
  return found
}
