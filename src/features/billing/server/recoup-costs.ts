import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { recoup, type SharedMonth } from '../shares.ts'
import { entryDay } from './entry-day.ts'
import { type Entry, post } from './ledger.ts'
import { personsOn } from './share-persons.ts'
import { split, splitCost, splitParty } from './split-table.ts'
import { accrualDay } from './standing.ts'

type Version = typeof split.$inferSelect & { parties: { accountId: string; shareBp: number }[] }

/** What is recouped together: all versions of one subject. */
export const subjectKey = ({
  productId,
  releaseId,
}: {
  productId: string | null
  releaseId: string | null
}): string => (productId ? `product ${productId}` : releaseId ? `release ${releaseId}` : 'portal')

/** The versions of a portal's splits, those of one day in the order in which they were made, with who has which share. */
export async function versionsOf(tx: Tx, portalId: string): Promise<Version[]> {
  const versions = await tx
    .select()
    .from(split)
    .where(eq(split.portalId, portalId))
    .orderBy(split.validFrom, split.id)
  const parties = await tx
    .select({
      splitId: splitParty.splitId,
      accountId: splitParty.accountId,
      shareBp: splitParty.shareBp,
    })
    .from(splitParty)
    .innerJoin(split, eq(split.id, splitParty.splitId))
    .where(eq(split.portalId, portalId))
    .orderBy(splitParty.splitId, splitParty.position)
  return versions.map((one) => ({
    ...one,
    parties: parties
      .filter(({ splitId }) => splitId === one.id)
      .map(({ accountId, shareBp }) => ({ accountId, shareBp })),
  }))
}

type CostRow = typeof splitCost.$inferSelect

/** Costs that stand, in the order in which they come back. */
const costsOf = (tx: Tx, portalId: string) =>
  tx
    .select()
    .from(splitCost)
    .where(and(eq(splitCost.portalId, portalId), isNull(splitCost.withdrawnAt)))
    .orderBy(asc(splitCost.month), asc(splitCost.id))

/** Costs and months with whose account each party's was, where it has been of several (decision 0137). */
async function ofPersons(
  tx: Tx,
  subjects: ReturnType<typeof monthsOfSubjects>,
  costs: readonly Pick<CostRow, 'partyId' | 'day'>[],
) {
  const today = formatDay(dayOf(Date.now()))
  const all = [...subjects.values()].flat()
  const persons = await personsOn(tx, [
    ...costs.flatMap(({ partyId, day }) => (partyId ? [{ accountId: partyId, day }] : [])),
    ...all.flatMap(({ month, parties }) =>
      parties.map(({ accountId }) => ({ accountId, day: accrualDay(month, today) })),
    ),
  ])
  const on = (accountId: string | null, day: string) => persons.get(`${accountId} ${day}`)
  return {
    months: (months: readonly (SharedMonth & { splitId: string })[]) =>
      persons.size === 0
        ? months
        : months.map(({ parties, ...one }) => ({
            ...one,
            parties: parties.map((party) => ({
              ...party,
              person: on(party.accountId, accrualDay(one.month, today)),
            })),
          })),
    borne: ({ accountId, partyId, month, amountCents, day }: CostRow) => ({
      ...{ accountId, partyId, month, person: on(partyId, day) },
      cents: amountCents,
    }),
  }
}

/** All costs of a portal, those that were withdrawn too, as they stood at the end of a day; without one, by now. */
const costsAt = (tx: Tx, portalId: string, until: string | undefined) => {
  const day = (moment: typeof splitCost.createdAt | typeof splitCost.withdrawnAt) =>
    sql`(${moment} at time zone 'Europe/Madrid')::date`
  const later = until ? sql`or ${day(splitCost.withdrawnAt)} > ${until}::date` : sql``
  return tx
    .select({
      ...getTableColumns(splitCost),
      stands: sql<boolean>`(${splitCost.withdrawnAt} is null ${later})`,
    })
    .from(splitCost)
    .where(
      sql`${splitCost.portalId} = ${portalId} ${until ? sql`and ${day(splitCost.createdAt)} <= ${until}::date` : sql``}`,
    )
    .orderBy(splitCost.month, splitCost.id)
}

/** A portal's costs, and how much of each has come back, by id: by now, or at the end of a day. */
export async function recoupedBy(tx: Tx, portalId: string, versions: readonly Version[], until?: string) {
  const costs = await costsAt(tx, portalId, until)
  const recouped = new Map<string, number>()
  const subjects = monthsOfSubjects(versions, await postedShares(tx, portalId, until))
  const persons = await ofPersons(tx, subjects, costs)
  for (const [key, months] of subjects) {
    const here = costs.filter((cost) => cost.stands && subjectKey(cost) === key)
    const last = recoup(persons.months(months), here.map(persons.borne)).at(-1)
    for (const [at, { id }] of here.entries()) recouped.set(id, last?.filled[at] ?? 0)
  }
  return { costs, recouped }
}

const posted = {
  splitId: sql<string>`e.split_id`,
  month: sql<string>`e.month::text`,
  accountId: sql<string>`e.account_id`,
  earnedCents: number(sql<string>`coalesce(sum(e.amount_cents) filter (where e.micros is not null), 0)`),
  recoupedCents: number(sql<string>`coalesce(sum(e.amount_cents) filter (where e.type = 'Recoupment'), 0)`),
  ownCents: number(sql<string>`coalesce(sum(e.amount_cents) filter (where e.type = 'Own recoupment'), 0)`),
}

/** What the ledger holds of what a portal shares, or held at the end of a day: by version, month and account, in the order of months. */
const postedShares = (tx: Tx, portalId: string, until?: string) =>
  select(
    tx,
    posted,
    sql`ledger_entry e where e.portal_id = ${portalId} and e.split_id is not null
      and (e.micros is not null or e."from" = 'recouped') ${until ? sql`and ${entryDay} <= ${until}::date` : sql``}
      group by 1, 2, 3 order by 2, 1, 3`,
  )

type Posted = Awaited<ReturnType<typeof postedShares>>[number]

/** Each subject's months in order, a version of it at a time, with what each party has of them. */
function monthsOfSubjects(versions: readonly Version[], found: readonly Posted[]) {
  const subjects = new Map<string, (SharedMonth & { splitId: string })[]>()
  const months = new Set(found.map(({ month }) => month))
  for (const month of months)
    for (const { id, parties, ...of } of versions) {
      const here = found.filter((one) => one.month === month && one.splitId === id)
      if (here.every(({ earnedCents }) => earnedCents === 0)) continue
      const key = subjectKey(of)
      const cents = (accountId: string) => here.find((one) => one.accountId === accountId)?.earnedCents ?? 0
      subjects.set(key, [
        ...(subjects.get(key) ?? []),
        {
          splitId: id,
          month,
          parties: parties.map((party) => ({ ...party, cents: cents(party.accountId) })),
        },
      ])
    }
  return subjects
}

type Key = readonly [splitId: string, month: string, accountId: string, type: 'Recoupment' | 'Own recoupment']
const keyOf = (...key: Key) => key.join('|')

/** What the ledger ought to hold as recouped, by version, month, account and kind. */
function wantedBy(
  subjects: ReturnType<typeof monthsOfSubjects>,
  costs: Awaited<ReturnType<typeof costsOf>>,
  persons: Awaited<ReturnType<typeof ofPersons>>,
) {
  const wanted = new Map<string, number>()
  for (const [key, months] of subjects) {
    const here = costs.filter((cost) => subjectKey(cost) === key)
    for (const [at, { moves, own }] of recoup(persons.months(months), here.map(persons.borne)).entries()) {
      const { splitId = '', month = '' } = months[at] ?? {}
      for (const [accountId, cents] of moves)
        wanted.set(keyOf(splitId, month, accountId, 'Recoupment'), cents)
      for (const [accountId, cents] of own)
        wanted.set(keyOf(splitId, month, accountId, 'Own recoupment'), cents)
    }
  }
  return wanted
}

/**
 * Brings what is recouped of a portal's costs up to what its sales have brought: the difference to what the ledger holds is
 * added, so that a late sale, a cost that was withdrawn and a second run need no case of their own. The locks of all who
 * share have to be held.
 */
export async function recoupCosts(tx: Tx, portalId: string): Promise<void> {
  const versions = await versionsOf(tx, portalId)
  const costs = await costsOf(tx, portalId)
  const found = await postedShares(tx, portalId)
  const subjects = monthsOfSubjects(versions, found)
  const wanted = wantedBy(subjects, costs, await ofPersons(tx, subjects, costs))
  const before = new Map(
    found.flatMap(({ splitId, month, accountId, recoupedCents, ownCents }) => [
      [keyOf(splitId, month, accountId, 'Recoupment'), recoupedCents],
      [keyOf(splitId, month, accountId, 'Own recoupment'), ownCents],
    ]),
  )
  const owner = await ownerOf(tx, portalId)
  const entries: Entry[] = []
  for (const key of new Set([...wanted.keys(), ...before.keys()])) {
    const amountCents = (wanted.get(key) ?? 0) - (before.get(key) ?? 0)
    const [splitId, month, accountId, type] = key.split('|') as unknown as Key
    const version = versions.find(({ id }) => id === splitId)
    const payer = version?.payer ?? (await payerOf(tx, splitId))
    entries.push({
      ...{ accountId, portalId, month, splitId, amountCents, type, from: 'recouped' },
      to: payer === 'account' ? 'royalties' : 'accrued',
      payerId: payer === 'account' ? owner : null,
      shareBp: version?.parties.find((party) => party.accountId === accountId)?.shareBp ?? null,
    })
  }
  await post(tx, new Date(), entries)
}

async function ownerOf(tx: Tx, portalId: string): Promise<string | null> {
  const [row] = await select(tx, { accountId: sql<string>`account_id` }, sql`portal where id = ${portalId}`)
  return row?.accountId ?? null
}

/** Of a version that is not there any more, as its entries say it. */
async function payerOf(tx: Tx, splitId: string): Promise<'account' | 'provider'> {
  const [row] = await select(
    tx,
    { book: sql<string>`"to"` },
    sql`ledger_entry where split_id = ${splitId} and "from" = 'recouped' limit 1`,
  )
  return row?.book === 'royalties' ? 'account' : 'provider'
}
