import { sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { Unprocessable } from '#platform/errors.ts'
import { inAccount } from '#platform/own-reach.ts'
import { number, select } from '#platform/select.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import type { Shares } from '../shares-contract.ts'
import { entryDay } from './entry-day.ts'
import { ofMaster } from './information.ts'
import { lockAccounts, post } from './ledger.ts'
import { chosenPersons } from './share-persons.ts'

interface Pair {
  payerId: string
  payeeId: string
  f: string
  t: string
}

/** What a label owes an account: at the beginning, through what came, less what it paid. */
export async function owedBetween(tx: Tx, { payerId, payeeId, f, t }: Pair): Promise<Shares['balance']> {
  const signed = sql`case when e."to" = 'royalties' then e.amount_cents else -e.amount_cents end`
  const sum = (which: ReturnType<typeof sql>) =>
    number(sql<string>`coalesce(sum(${signed}) filter (where ${which}), 0)`)
  const within = sql`${entryDay} between ${f}::date and ${t}::date`
  const isPayment = sql`'settled' in (e."from", e."to")`
  const from = sql`ledger_entry e where e.payer_id = ${payerId} and e.account_id = ${payeeId}
    and 'royalties' in (e."from", e."to")`
  const [row] = await select(
    tx,
    {
      opening: sum(sql`${entryDay} < ${f}::date`),
      earned: sum(sql`${within} and not ${isPayment}`),
      paid: sum(sql`${within} and ${isPayment}`),
    },
    from,
  )
  const { opening = 0, earned = 0, paid = 0 } = row ?? {}
  const payments = await select(
    tx,
    {
      on: sql<string>`${entryDay}::text`,
      amountCents: number(sql<string>`-(${signed})`),
      reference: sql<string | null>`e.reference`,
    },
    sql`${from} and ${within} and ${isPayment} order by ${entryDay}, e.id`,
  )
  return {
    ...{ openingCents: opening, earnedCents: earned, paidCents: paid === 0 ? 0 : -paid },
    ...{ closingCents: opening + earned + paid, payments },
  }
}

/**
 * Records what a label has paid, of the persons that are meant of each side. @throws Unprocessable by field for more than it owes, for more taken back than it paid, and for
 * days to come
 */
export async function recordSharePayment(
  tx: Tx,
  portal: PortalScope,
  draft: {
    accountId: string
    amountCents: number
    on: string
    reference?: string | undefined
    series?: number | undefined
    payerSeries?: number | undefined
  },
  now: Date,
): Promise<{ owedCents: number }> {
  const payerId = ofMaster(portal)
  const { accountId: payeeId, amountCents, on, reference } = draft
  await lockAccounts(tx, [payerId, payeeId])
  return inAccount(tx, payerId, async () => {
    const person = await chosenPersons(tx, { payerId, payeeId, t: '9999-12-31' }, draft)
    const { owedCents: closingCents = 0, paidCents = 0 } = person ?? {}
    const dated = dayFault(on, '1995-01-01', todayPlus(now))
    if (dated) throw new Unprocessable({ on: dated })
    demandOwed(amountCents, { closingCents, paidCents })
    await post(tx, now, [
      {
        ...{ accountId: payeeId, payerId, from: 'royalties', to: 'settled', amountCents, day: on },
        ...{ reference: reference || null, taxId: person?.taxId ?? null },
        payerTaxId: person?.payerTaxId ?? null,
      },
    ])
    return { owedCents: closingCents - amountCents }
  })
}

/** Nobody is paid more than they are owed, nor pays back more than they were paid. */
function demandOwed(
  amountCents: number,
  { closingCents, paidCents }: { closingCents: number; paidCents: number },
): void {
  const refuse = (code: string, params = {}) => {
    throw new Unprocessable({ amountCents: { code, ...params } })
  }
  if (amountCents === 0) refuse('validation.required')
  if (amountCents > Math.max(0, closingCents))
    refuse('billing.moreThanOwed', { params: { amountCents: closingCents } })
  if (-amountCents > paidCents) refuse('billing.moreThanPaid', { params: { amountCents: paidCents } })
}
