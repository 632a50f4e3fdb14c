import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { preferencesOf } from '#features/inbox/server/preferences.ts'
import { message, type OwnWords } from '#features/inbox/server/table.ts'
import { unsubscribeUrl } from '#features/inbox/server/unsubscribe.ts'
import { member } from '#features/team/server/table.ts'
import type { Person, PortalScope } from '#platform/actor.ts'
import { findPortal } from '#platform/actor-portals.ts'
import { asJob } from '#platform/background.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Locale } from '#platform/constants.ts'
import { type Database, queriesIn, type Tx } from '#platform/db.ts'
import { putMails } from '#platform/mail.ts'
import { dayOf, formatDay, startOfDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import type { Base } from './base.ts'
import { storeOf } from './open-store.ts'
import type { Looking } from './queries.ts'
import { salesChange } from './sales-change.ts'
import { weekLines } from './week-lines.ts'

interface Settings {
  clickhouse?: ClickHouse | undefined
  appOrigin: string
  secret: Buffer
}

const hourMs = 3_600_000
/** From eight in the morning of Monday until the end of Wednesday: later it is no news. */
const [firstHour, lastHour] = [8, 72]
// 1970-01-05 was a Monday.
const lastMonday = (day: number) => day - ((((day - 4) % 7) + 7) % 7)

/** The week that is told of now, Monday to Sunday; undefined when it is too early or too late for it. */
export function weekToTell(now: Date): { f: string; t: string } | undefined {
  const monday = lastMonday(dayOf(now.getTime()))
  const since = now.getTime() - startOfDay(monday)
  if (since < firstHour * hourMs || since >= lastHour * hourMs) return undefined
  return { f: formatDay(monday - 7), t: formatDay(monday - 1) }
}

/**
 * Tells everybody who may see figures of their past week, in their language: in the inbox, and by mail as they want it. Each
 * is told once a week, whoever runs it how often: the message of a week exists once.
 */
export async function sendWeek(database: Database, settings: Settings, now: Date): Promise<number> {
  const days = weekToTell(now)
  if (!days) return 0
  let sent = 0
  for (let after: string | undefined; ; ) {
    const next = await asJob(database, (tx) => nextPerson(tx, days.f, after))
    if (!next) return sent
    after = next.id
    if (await asJob(database, (tx) => tell(tx, next, days, settings, now))) sent++
  }
}

type Owner = typeof person.$inferSelect
const aboutOf = (first: string) => `week of ${first}`

async function nextPerson(tx: Tx, first: string, after: string | undefined): Promise<Owner | undefined> {
  const [row] = await tx
    .select()
    .from(person)
    .where(
      and(
        eq(person.staff, false),
        isNull(person.suspendedAt),
        isNotNull(person.passwordHash),
        after ? gt(person.id, after) : undefined,
        sql`not exists (select from message m where m.person_id = ${person.id} and m.about = ${aboutOf(first)})`,
      ),
    )
    .orderBy(asc(person.id))
    .limit(1)
  return row
}

async function tell(
  tx: Tx,
  owner: Owner,
  days: { f: string; t: string },
  settings: Settings,
  now: Date,
): Promise<boolean> {
  const frequency = (await preferencesOf(tx, [owner.id], 'week'))(owner.id)
  if (frequency === 'off') return false
  const portal = await portalOf({ tx, store: storeOf(tx, settings) }, owner, days, now)
  if (!portal) return false
  const store = storeOf(tx, settings)
  const told = async (locale: Locale) =>
    weekLines(
      { tx, now, locale, store, base: baseOf(portal), person: owner as unknown as Person, keys: portal.keys },
      days,
    )
  const [es, en] = [await told('es'), await told('en')]
  if (!es || !en) return false
  const lines = { es, en }
  const link = `/analytics?filter=4&f=${days.f}&t=${days.t}&compare=true`
  const title = (locale: Locale) => words('inbox.week.title', locale, { portal: portal.name })
  const say: OwnWords = {
    title: { es: title('es'), en: title('en') },
    body: { es: lines.es.join('\n'), en: lines.en.join('\n') },
    link,
  }
  const [added] = await tx
    .insert(message)
    .values({
      personId: owner.id,
      kind: 'week',
      about: aboutOf(days.f),
      words: say,
      mailing: frequency === 'daily' ? 'digest' : 'mailed',
    })
    .onConflictDoNothing()
    .returning({ id: message.id })
  if (!added) return false
  if (frequency === 'daily') return true
  const { locale } = owner
  const unsubscribe = unsubscribeUrl(settings, owner.id, 'week')
  const [mailId] = await putMails(tx, [
    {
      to: owner.email,
      locale,
      kind: 'week',
      subject: title(locale),
      paragraphs: [words('mail.greeting', locale, { name: owner.name }), ...lines[locale]],
      button: {
        text: words('inbox.week.button', locale),
        link: `${settings.appOrigin}${locale === 'en' ? '/en' : ''}${link}`,
      },
      foot: [words('communications.mail.why', locale), unsubscribe],
      unsubscribeUrl: unsubscribe,
    },
  ])
  await tx.update(message).set({ mailId }).where(eq(message.id, added.id))
  return true
}

const baseOf = ({ label, accountId, id }: PortalScope): Base => (label ? { accountId } : { portalId: id })

/** Whose week somebody is told: their label's, else that of their portal that sold most. */
async function portalOf(
  { tx, store }: Looking,
  owner: Owner,
  days: { f: string; t: string },
  now: Date,
): Promise<PortalScope | undefined> {
  const own = await tx.select({ id: member.portalId }).from(member).where(eq(member.personId, owner.id))
  let best: { portal: PortalScope; net: number } | undefined
  for (const { id } of own) {
    const portal = await findPortal(queriesIn(tx), owner as unknown as Person, id)
    if (!portal?.keys.has('analytics.viewanalytics')) continue
    if (portal.label) return portal
    if (own.length === 1) return portal
    const { netCents: net } = await salesChange(
      { tx, store, now, locale: owner.locale, base: baseOf(portal) },
      days,
    )
    if (!best || net > best.net) best = { portal, net }
  }
  return best?.portal
}
