import { and, eq, isNull, lt, notInArray, or } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import type { DetailKind } from '#features/analytics/choices.ts'
import type { Base } from '#features/analytics/server/base.ts'
import { detail } from '#features/analytics/server/detail.ts'
import { detailPages } from '#features/analytics/server/detail-pages.ts'
import { headings, writtenName } from '#features/analytics/server/export-words.ts'
import { storeOf } from '#features/analytics/server/open-store.ts'
import type { Looking } from '#features/analytics/server/queries.ts'
import type { MailSettings } from '#features/inbox/server/send-posts.ts'
import { unsubscribeUrl } from '#features/inbox/server/unsubscribe.ts'
import type { Person } from '#platform/actor.ts'
import { findPortal } from '#platform/actor-portals.ts'
import { asJob } from '#platform/background.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Locale } from '#platform/constants.ts'
import { type Database, queriesIn, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formats } from '#platform/format.ts'
import { putMail } from '#platform/mail.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import { pageOf, readSaved } from './saved-query.ts'
import { savedView } from './table.ts'

/** Rows of the table that a mail shows. */
const mostRows = 10
/** At eight in the morning, as the week is told: by then shops have told what the last evening sold, and nobody sleeps. */
const morningMs = 8 * 3_600_000
// 1970-01-05 was a Monday.
const lastMonday = (day: number) => day - ((((day - 4) % 7) + 7) % 7)

/** The day whose report is due, and the whole week or month before it. */
export function reportSpan(report: 'weekly' | 'monthly', now: Date) {
  const today = dayOf(now.getTime())
  const due = report === 'weekly' ? lastMonday(today) : startOfMonth(today)
  const first = report === 'weekly' ? due - 7 : startOfMonth(due - 1)
  return { due: formatDay(due), f: formatDay(first), t: formatDay(due - 1) }
}

interface Due {
  id: string
  personId: string
  portalId: string | null
  name: string
  page: DetailKind
  query: string
}

/**
 * Puts the reports that are due into the outbox: once a week or month each, however often it runs and however long it did
 * not. Each is written with what its owner may see now; whoever may no longer see it gets none. One that cannot be written
 * keeps no other from being sent: it is tried again by the next run. @throws the first of those errors, at the end.
 */
export async function sendReports(
  database: Database,
  settings: MailSettings,
  now: Date,
  clickhouse?: ClickHouse,
): Promise<number> {
  const failed = new Map<string, unknown>()
  let sent = 0
  for (const report of ['weekly', 'monthly'] as const) {
    const { due, ...days } = reportSpan(report, new Date(now.getTime() - morningMs))
    for (;;) {
      let id: string | undefined
      try {
        const written = await asJob(database, async (tx) => {
          const row = await nextDue(tx, report, due, [...failed.keys()])
          if (!row) return undefined
          id = row.id
          const done = await writeReport({ tx, store: storeOf(tx, { clickhouse }) }, row, days, settings, now)
          await tx.update(savedView).set({ reportedOn: due }).where(eq(savedView.id, row.id))
          return done
        })
        if (written === undefined) break
        if (written) sent++
      } catch (error) {
        if (id === undefined) throw error
        failed.set(id, error)
      }
    }
  }
  for (const error of failed.values()) throw error
  return sent
}

async function nextDue(
  tx: Tx,
  report: 'weekly' | 'monthly',
  due: string,
  without: string[],
): Promise<Due | undefined> {
  const [row] = await tx
    .select({
      id: savedView.id,
      personId: savedView.ownerId,
      portalId: savedView.portalId,
      name: savedView.name,
      page: savedView.page,
      query: savedView.query,
    })
    .from(savedView)
    .where(
      and(
        eq(savedView.report, report),
        or(isNull(savedView.reportedOn), lt(savedView.reportedOn, due)),
        notInArray(savedView.id, without),
      ),
    )
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

/** Where the owner may look today, and whose figures those are; undefined when nowhere any more. */
async function placeFor(
  tx: Tx,
  owner: Person,
  portalId: string | null,
): Promise<{ base: Base; whose: string } | undefined> {
  const may = (keys: ReadonlySet<string>) => keys.has('analytics.viewanalytics')
  if (portalId === null)
    return owner.staff && (owner.super || may(new Set(owner.permissions)))
      ? { base: 'everything', whose: words('detail.lead.staff', owner.locale) }
      : undefined
  const portal = owner.staff ? undefined : await findPortal(queriesIn(tx), owner, portalId)
  if (!portal || !may(portal.keys)) return undefined
  const { name } = portal
  return portal.label
    ? { base: { accountId: portal.accountId }, whose: words('detail.lead.label', owner.locale, { name }) }
    : { base: { portalId: portal.id }, whose: name }
}

async function writeReport(
  { tx, store }: Looking,
  due: Due,
  days: { f: string; t: string },
  settings: MailSettings,
  now: Date,
): Promise<boolean> {
  const [owner] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, due.personId), isNull(person.suspendedAt)))
  const place = owner && (await placeFor(tx, owner as unknown as Person, due.portalId))
  if (!owner || !place) return false
  const locale = owner.locale
  const unsubscribe = unsubscribeUrl(settings, owner.id, 'report', due.id)
  const page = pageOf[due.page]
  try {
    const saved = readSaved(due)
    // The change is told whether or not the screen shows it, against the days that the screen would.
    const query = { ...saved, ...days, compare: saved.compare ?? ('previous' as const), page: 1 }
    const answer = await detail({ tx, store, now, locale, base: place.base }, page, query)
    const { date, money, number, percent } = formats(locale)
    const figure = (key: string, value: unknown) =>
      typeof value !== 'number'
        ? '–'
        : key.endsWith('Cents')
          ? money(value)
          : key === 'conversion' || key === 'share'
            ? percent(value)
            : number(value)
    const [main, ...others] = Object.keys(answer.totals)
    const change = answer.deltaPct[main as keyof typeof answer.deltaPct]
    const measure = (key: string) => words(`analytics.measure.${key}`, locale)
    const sheet = { page, locale, query }
    const { previousFrom, previousTo } = answer.meta
    const compared = words('analytics.period.chosen', locale, {
      from: date(previousFrom),
      to: date(previousTo),
    })
    const rows = answer.rows
      .slice(0, mostRows)
      .map((row) => `${writtenName(sheet, row)}: ${figure(main ?? '', row[main ?? ''])}`)
    await putMail(tx, {
      to: owner.email,
      locale,
      kind: 'report',
      subject: words('savedViews.mail.subject', locale, { name: due.name }),
      paragraphs: [
        words('mail.greeting', locale, { name: owner.name }),
        // Whoever has several portals sees on the page those of the one that they look at.
        place.whose,
        words('savedViews.mail.period', locale, {
          name: due.name,
          title: headings(locale).sheet(sheet),
          from: date(days.f),
          to: date(days.t),
        }),
        `${measure(main ?? '')}: ${figure(main ?? '', answer.totals[main as never])}${
          typeof change === 'number' ? ` (${change > 0 ? '+' : ''}${percent(change / 100)})` : ''
        }`,
        ...(typeof change === 'number' ? [words('detail.lead.compared', locale, { days: compared })] : []),
        ...others.map((key) => `${measure(key)}: ${figure(key, answer.totals[key as never])}`),
        ...(rows.length > 0 && detailPages[page].table
          ? [words('savedViews.mail.first', locale), ...rows]
          : []),
      ],
      button: {
        text: words('savedViews.mail.button', locale),
        link: addressOf(settings.appOrigin, locale, due, days),
      },
      foot: [words('savedViews.mail.stop', locale), unsubscribe],
      unsubscribeUrl: unsubscribe,
    })
    return true
  } catch (error) {
    // A filter names what is gone by now: the view says so itself when it is opened.
    if (error instanceof AppError && error.status < 500) return false
    throw error
  }
}

function addressOf(origin: string, locale: Locale, due: Due, { f, t }: { f: string; t: string }): string {
  const params = new URLSearchParams(due.query)
  for (const name of ['filter', 'f', 't', 'named', 'page']) params.delete(name)
  params.set('filter', '4')
  params.set('f', f)
  params.set('t', t)
  return `${origin}${inLanguage(locale)}/analytics/${due.page}?${params}`
}

const inLanguage = (locale: Locale) => (locale === 'en' ? '/en' : '')
