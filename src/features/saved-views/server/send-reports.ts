import { and, eq, isNull, lt, ne, or } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { type DetailQuery, detail } from '#features/analytics/server/detail.ts'
import type { DetailPageName } from '#features/analytics/server/detail-pages.ts'
import { headings, writtenName } from '#features/analytics/server/export-words.ts'
import { readPeriod } from '#features/analytics/server/period.ts'
import type { Base } from '#features/analytics/server/selection.ts'
import { findPortal, type Person } from '#platform/actor.ts'
import type { Locale } from '#platform/constants.ts'
import { asService, type Database, queriesIn, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formats } from '#platform/format.ts'
import { putMail } from '#platform/mail.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { SavedPage } from '../contract.ts'
import { savedView } from './table.ts'

const pages: Record<SavedPage, DetailPageName> = {
  'net-sales': 'netSales',
  'orders-sold': 'ordersSold',
  'albums-sold': 'albumsSold',
  'income-detail': 'income',
  'visits-detail': 'visits',
  'traffic-detail': 'traffic',
  'sales-by-portal': 'salesByPortal',
  'sales-by-product': 'salesByProduct',
  'sales-by-location': 'salesByLocation',
}
/** Rows of the table that a mail shows. */
const mostRows = 10
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
  page: SavedPage
  query: string
}

/**
 * Puts the reports that are due into the outbox: once a week or month each, however often it runs and however long it did
 * not. Each is written with what its owner may see now; whoever may no longer see it gets none.
 */
export async function sendReports(database: Database, appOrigin: string, now: Date): Promise<number> {
  let sent = 0
  for (const report of ['weekly', 'monthly'] as const) {
    const { due, f, t } = reportSpan(report, now)
    for (;;) {
      const done = await database.transaction(asService, async (tx) => {
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
              ne(savedView.report, 'none'),
            ),
          )
          .limit(1)
          .for('update', { skipLocked: true })
        if (!row) return undefined
        const written = await writeReport(tx, row, { f, t }, appOrigin, now)
        await tx.update(savedView).set({ reportedOn: due }).where(eq(savedView.id, row.id))
        return written
      })
      if (done === undefined) break
      if (done) sent++
    }
  }
  return sent
}

/** Where the owner may look today; undefined when nowhere any more. */
async function baseFor(tx: Tx, owner: Person, portalId: string | null): Promise<Base | undefined> {
  const may = (keys: ReadonlySet<string>) => keys.has('analytics.viewanalytics')
  if (portalId === null)
    return owner.staff && (owner.super || may(new Set(owner.permissions))) ? 'everything' : undefined
  const portal = owner.staff ? undefined : await findPortal(queriesIn(tx), owner, portalId)
  if (!portal || !may(portal.keys)) return undefined
  return portal.label ? { accountId: portal.accountId } : { portalId: portal.id }
}

async function writeReport(
  tx: Tx,
  due: Due,
  days: { f: string; t: string },
  appOrigin: string,
  now: Date,
): Promise<boolean> {
  const [owner] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, due.personId), isNull(person.suspendedAt)))
  const base = owner && (await baseFor(tx, owner as unknown as Person, due.portalId))
  if (!owner || !base) return false
  const locale = owner.locale
  const saved = queryOf(due.query)
  const query: DetailQuery = { ...saved, ...days, compare: 'previous', page: 1 }
  const page = pages[due.page]
  try {
    const answer = await detail({ tx, now, locale, base }, page, query)
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
    const sheet = {
      page,
      locale,
      question: readPeriod(days, now),
      query: query as never,
      columns: answer.columns,
      main: main as never,
      orderBy: answer.orderBy,
    }
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
        words('savedViews.mail.period', locale, {
          name: due.name,
          title: headings(locale).sheet(sheet),
          from: date(days.f),
          to: date(days.t),
        }),
        `${measure(main ?? '')}: ${figure(main ?? '', answer.totals[main as never])}${
          typeof change === 'number' ? ` (${change > 0 ? '+' : ''}${percent(change / 100)})` : ''
        }`,
        ...others.map((key) => `${measure(key)}: ${figure(key, answer.totals[key as never])}`),
        ...(rows.length > 0 && answer.total !== answer.series.length
          ? [words('savedViews.mail.first', locale), ...rows]
          : []),
      ],
      button: {
        text: words('savedViews.mail.button', locale),
        link: addressOf(appOrigin, locale, due, days),
      },
      foot: [words('savedViews.mail.stop', locale)],
    })
    return true
  } catch (error) {
    // A filter names what is gone by now: the view says so itself when it is opened.
    if (error instanceof AppError && error.status < 500) return false
    throw error
  }
}

const many = [
  'categories',
  'addedCategories',
  'countries',
  'products',
  'excludedProducts',
  'portals',
  'labels',
  'portalTypes',
]

/** The filters that a saved address names. */
function queryOf(address: string): DetailQuery {
  const params = new URLSearchParams(address)
  const query: Record<string, unknown> = {}
  for (const name of many) {
    const values = params.getAll(name).flatMap(listed)
    if (values.length > 0) query[name] = values
  }
  for (const name of ['by', 'orderBy']) if (params.get(name)) query[name] = plain(params.get(name) ?? '')
  return query
}

/** The router writes lists as JSON: `categories=["album"]`. */
function listed(value: string): string[] {
  try {
    const read: unknown = JSON.parse(value)
    return Array.isArray(read) ? read.map(String) : [String(read)]
  } catch {
    return [value]
  }
}
const plain = (value: string) => listed(value)[0] ?? value

function addressOf(origin: string, locale: Locale, due: Due, { f, t }: { f: string; t: string }): string {
  const params = new URLSearchParams(due.query)
  for (const name of ['filter', 'f', 't', 'page']) params.delete(name)
  params.set('filter', '4')
  params.set('f', f)
  params.set('t', t)
  return `${origin}${locale === 'en' ? '/en' : ''}/analytics/${due.page}?${params}`
}
