import { eq, sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import type { Database, Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { select } from '#platform/select.ts'
import { setting } from '#platform/table.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { Shares } from '../shares-contract.ts'
import { entryDay } from './entry-day.ts'
import { mailAccount } from './mails.ts'
import { settingsOf } from './settings.ts'
import { sharesBetween } from './shares-between.ts'

const key = 'billing.statementsTold'

/**
 * Tells those who share, once a month, that the statement of the month that is over is there: from the first of the next one
 * on nothing of it changes. The first run only remembers where it began. All of a month are told together or not at all.
 * Answers how many accounts were told.
 */
export function tellStatements(
  database: Database,
  { now, appOrigin }: { now: Date; appOrigin: string },
): Promise<number> {
  const first = startOfMonth(dayOf(now.getTime()))
  const [f, t] = [formatDay(startOfMonth(first, -1)), formatDay(first - 1)]
  return asJob(database, async (tx) => {
    const begun = await tx.insert(setting).values({ key, value: f }).onConflictDoNothing().returning()
    if (begun.length > 0) return 0
    const [told] = await tx.select().from(setting).where(eq(setting.key, key)).for('update')
    if (!told || told.value >= f) return 0
    await tx.update(setting).set({ value: f }).where(eq(setting.key, key))
    let count = 0
    for (const accountId of await whoShared(tx, { f, t })) {
      const mine = (await sharesBetween(tx, accountId, { f, t })).filter(
        ({ payee, things, balance }) =>
          payee.id === accountId &&
          (things.some(({ months }) => months.length > 0) || (balance?.payments.length ?? 0) > 0),
      )
      if (mine.length === 0) continue
      await tell(tx, accountId, mine, { f, t, now, appOrigin })
      count++
    }
    return count
  })
}

/** Accounts for which something of what is shared was entered, or paid by a label, between two days. */
async function whoShared(tx: Tx, { f, t }: { f: string; t: string }): Promise<string[]> {
  const found = await select(
    tx,
    { id: sql<string>`distinct e.account_id` },
    sql`ledger_entry e where (e.split_id is not null or e.payer_id is not null)
      and e.payer_id is distinct from e.account_id and ${entryDay} between ${f}::date and ${t}::date order by 1`,
  )
  return found.map(({ id }) => id)
}

async function tell(
  tx: Tx,
  accountId: string,
  mine: readonly Shares[],
  { f, t, now, appOrigin }: { f: string; t: string; now: Date; appOrigin: string },
) {
  const settings = await settingsOf(tx, accountId, now)
  const of = new URLSearchParams({ ...(settings.portalId ? { portal: settings.portalId } : {}), f, t })
  await mailAccount(tx, settings, 'statement', {
    appOrigin,
    statement: {
      ...{ month: f, path: `/billing/shares?${of}`, of: accountId },
      lines: (locale) =>
        mine.map(({ payer, things, balance }) => {
          const { money } = formats(locale)
          const due = things.reduce((sum, one) => sum + one.earnedCents + one.recoupedCents, 0)
          return words(`billing.mail.statement.${payer ? 'byAccount' : 'byProvider'}`, locale, {
            ...{ payer: payer?.name ?? '', amount: money(due), balance: money(balance?.closingCents ?? 0) },
          })
        }),
    },
  })
}
