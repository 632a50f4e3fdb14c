import { sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import { elevated, type Tx } from '#platform/db.ts'
import { AppError, NotFound } from '#platform/errors.ts'
import { number, select } from '#platform/select.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import type { Shares } from '../splits-contract.ts'
import { ofMaster } from './information.ts'
import { lockAccounts, post } from './ledger.ts'
import { accountNames, sharedBy } from './list-splits.ts'
import { subjectKey } from './recoup-costs.ts'

interface Span {
  f: string
  t: string
}

/** The day to which an amount belongs: that of the bank for a payment, that of the record for everything else. */
const day = sql`coalesce(e.day, (e.at at time zone 'Europe/Madrid')::date)`

const sums = {
  portalId: sql<string>`e.portal_id`,
  splitId: sql<string>`e.split_id`,
  payerId: sql<string | null>`e.payer_id`,
  payeeId: sql<string>`e.account_id`,
  month: sql<string>`e.month::text`,
  shareBp: sql<number | null>`max(e.share_bp)`,
  earnedCents: number(sql<string>`coalesce(sum(e.amount_cents) filter (where e.micros is not null), 0)`),
  recoupedCents: number(sql<string>`coalesce(sum(e.amount_cents) filter (where e."from" = 'recouped'), 0)`),
}
/** What came to those who share, whatever bills have done with it since. */
const came = sql`e.split_id is not null and (e.micros is not null or e."from" = 'recouped')`

/**
 * Statements of what is shared between two days: what an account has itself, from the provider and from each label, and what
 * it owes each of those whom it pays. All of it is what the ledger holds; the day on which it was entered decides, so that a
 * statement of days that are over does not change.
 */
export async function sharesBetween(tx: Tx, accountId: string, { f, t }: Span): Promise<Shares[]> {
  if (t < f)
    throw new AppError(422, 'invalidInput', { fields: { t: { code: 'dates.tooEarly', params: { day: f } } } })
  return elevated(tx, 'ownAccount', async () => {
    const mine = sql`(e.account_id = ${accountId} or e.payer_id = ${accountId})`
    const found = await select(
      tx,
      sums,
      sql`ledger_entry e where ${came} and ${mine} and ${day} between ${f}::date and ${t}::date
        group by 1, 2, 3, 4, 5 order by 5, 2`,
    )
    const ever = await select(
      tx,
      { portalId: sums.portalId, payerId: sums.payerId, payeeId: sums.payeeId },
      sql`ledger_entry e where ${came} and ${mine} group by 1, 2, 3`,
    )
    const portals = new Map<string, Awaited<ReturnType<typeof sharedBy>> & { name: string }>()
    for (const { portalId } of ever)
      if (!portals.has(portalId))
        portals.set(portalId, { ...(await sharedBy(tx, portalId)), name: await portalName(tx, portalId) })
    const whole = await wholeOf(tx, [...portals.keys()], { f, t })
    const named = await accountNames(
      tx,
      ever.flatMap(({ payeeId, payerId }) => (payerId ? [payeeId, payerId] : [payeeId])),
    )
    const pairs = new Map(ever.map(({ payeeId, payerId }) => [`${payerId} ${payeeId}`, { payeeId, payerId }]))
    const statements: Shares[] = []
    for (const { payeeId, payerId } of pairs.values()) {
      // What a label keeps is on no statement: it is paid with its bill, as a whole.
      if (payeeId === payerId) continue
      const of = found.filter((row) => row.payeeId === payeeId && row.payerId === payerId)
      const things: Shares['things'] = []
      for (const [portalId, shared] of portals) {
        const { versions, costs, subjectOf } = shared
        const keys = new Map(versions.map((one) => [subjectKey(one), one]))
        for (const [key, newest] of keys) {
          const ids = new Set(versions.filter((one) => subjectKey(one) === key).map(({ id }) => id))
          const rowsOf = of.filter((row) => row.portalId === portalId && ids.has(row.splitId))
          const share = newest.parties.find(({ accountId: id }) => id === payeeId)?.shareBp ?? 0
          if (rowsOf.length === 0 && (share === 0 || (newest.payer === 'provider') !== (payerId === null)))
            continue
          const standing = costs.filter(
            ({ subject, withdrawnAt }) => withdrawnAt === null && subjectKey(subject) === key,
          )
          const sum = (name: 'earnedCents' | 'recoupedCents') =>
            rowsOf.reduce((all, row) => all + row[name], 0)
          things.push({
            portal: { id: portalId, name: shared.name },
            subject: subjectOf(newest),
            shareBp: share,
            months: rowsOf.map(({ month, shareBp, splitId, earnedCents, recoupedCents }) => ({
              ...{ month, shareBp, earnedCents, recoupedCents },
              wholeCents: whole.get(`${splitId} ${month}`) ?? 0,
            })),
            ...{ earnedCents: sum('earnedCents'), recoupedCents: sum('recoupedCents'), costs: standing },
            unrecoupedCents: standing.reduce((all, cost) => all + cost.amountCents - cost.recoupedCents, 0),
          })
        }
      }
      statements.push({
        ...{ payee: named(payeeId), payer: payerId ? named(payerId) : null, things },
        balance: payerId ? await balanceOf(tx, { payerId, payeeId, f, t }) : null,
      })
    }
    return statements
  })
}

async function portalName(tx: Tx, portalId: string): Promise<string> {
  const [row] = await select(tx, { name: sql<string>`name` }, sql`portal where id = ${portalId}`)
  return row?.name ?? ''
}

/** All that was shared by each version in each month, whosever it is. */
async function wholeOf(tx: Tx, portals: readonly string[], { f, t }: Span) {
  const found = await select(
    tx,
    { splitId: sums.splitId, month: sums.month, cents: sums.earnedCents },
    sql`ledger_entry e where e.portal_id = any(${`{${portals.join(',')}}`}::uuid[]) and ${came}
      and ${day} between ${f}::date and ${t}::date group by 1, 2`,
  )
  return new Map(found.map(({ splitId, month, cents }) => [`${splitId} ${month}`, cents]))
}

type Pair = { payerId: string; payeeId: string }

/** What a label owes an account: at the beginning, through what came, less what it paid. */
async function balanceOf(tx: Tx, { payerId, payeeId, f, t }: Pair & Span): Promise<Shares['balance']> {
  const signed = sql`case when e."to" = 'royalties' then e.amount_cents else -e.amount_cents end`
  const sum = (which: ReturnType<typeof sql>) =>
    number(sql<string>`coalesce(sum(${signed}) filter (where ${which}), 0)`)
  const within = sql`${day} between ${f}::date and ${t}::date`
  const isPayment = sql`'settled' in (e."from", e."to")`
  const from = sql`ledger_entry e where e.payer_id = ${payerId} and e.account_id = ${payeeId}
    and 'royalties' in (e."from", e."to")`
  const [row] = await select(
    tx,
    {
      opening: sum(sql`${day} < ${f}::date`),
      earned: sum(sql`${within} and not ${isPayment}`),
      paid: sum(sql`${within} and ${isPayment}`),
    },
    from,
  )
  const { opening = 0, earned = 0, paid = 0 } = row ?? {}
  const payments = await select(
    tx,
    {
      on: sql<string>`${day}::text`,
      amountCents: number(sql<string>`-(${signed})`),
      reference: sql<string | null>`e.reference`,
    },
    sql`${from} and ${within} and ${isPayment} order by ${day}, e.id`,
  )
  return {
    ...{ openingCents: opening, earnedCents: earned, paidCents: paid === 0 ? 0 : -paid },
    ...{ closingCents: opening + earned + paid, payments },
  }
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

/**
 * Records what a label has paid. @throws AppError 422 by field for more than it owes, for more taken back than it paid, and for
 * days to come
 */
export async function recordSharePayment(
  tx: Tx,
  portal: PortalScope,
  draft: { accountId: string; amountCents: number; on: string; reference?: string | undefined },
  now: Date,
): Promise<{ owedCents: number }> {
  const payerId = ofMaster(portal)
  const { accountId: payeeId, amountCents, on, reference } = draft
  await lockAccounts(tx, [payerId, payeeId])
  return elevated(tx, 'ownAccount', async () => {
    const all = await balanceOf(tx, { payerId, payeeId, f: '1995-01-01', t: '9999-12-31' })
    const { closingCents = 0, paidCents = 0 } = all ?? {}
    const refuse = (field: string, code: string, cents?: number) => {
      const params = cents === undefined ? {} : { params: { amountCents: cents } }
      throw new AppError(422, 'invalidInput', { fields: { [field]: { code, ...params } } })
    }
    const dated = dayFault(on, '1995-01-01', todayPlus(now))
    if (dated) throw new AppError(422, 'invalidInput', { fields: { on: dated } })
    if (amountCents === 0) refuse('amountCents', 'validation.required')
    if (amountCents > Math.max(0, closingCents)) refuse('amountCents', 'billing.moreThanOwed', closingCents)
    if (-amountCents > paidCents) refuse('amountCents', 'billing.moreThanPaid', paidCents)
    await post(tx, now, [
      {
        ...{ accountId: payeeId, payerId, from: 'royalties', to: 'settled', amountCents, day: on },
        reference: reference || null,
      },
    ])
    return { owedCents: closingCents - amountCents }
  })
}
