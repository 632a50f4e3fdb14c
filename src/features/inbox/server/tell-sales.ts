import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { reachOfPeople } from '#features/communications/server/audience.ts'
import { asJob } from '#platform/background.ts'
import { businessTimeZone, type Locale } from '#platform/constants.ts'
import { type Database, rows, type Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { putMails } from '#platform/mail.ts'
import { microsToCents } from '#platform/money.ts'
import { memberKeys, type Role } from '#platform/permissions.ts'
import { number, type RowOf, select } from '#platform/select.ts'
import { words } from '#platform/words.ts'
import type { MessageKind } from '../choices.ts'
import { preferencesOf } from './preferences.ts'
import type { MailSettings } from './send-posts.ts'
import { message, type OwnWords } from './table.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** What happened at a portal, told to those of its team who may see its figures. */
export interface News {
  kind: MessageKind
  portalId: string
  /** The same news has the same name: it is told once. */
  about: string
  /** Key of `title` and `body` under `inbox.`, and what stands in them. */
  words: (locale: Locale) => { title: string; body: string }
  link: string
}

const p = alias(person, 'p')
const memberColumns = {
  id: p.id,
  name: p.name,
  email: p.email,
  locale: p.locale,
  role: sql<Role>`r.role`,
  grants: sql<string[]>`r.grants`,
  denies: sql<string[]>`r.denies`,
}
type TeamMember = RowOf<typeof memberColumns>

const teamOf = (tx: Tx, portalId: string) =>
  select(
    tx,
    memberColumns,
    sql`${reachOfPeople} r join person p on p.id = r.person_id
      where r.portal_id = ${portalId} and p.suspended_at is null and p.password_hash is not null`,
  )

/** Puts the news into the inbox of everybody on the team who may see figures and wants them `at` that pace. */
export async function tellTeam(
  tx: Tx,
  news: News,
  settings: MailSettings,
  at: readonly ('once' | 'daily')[],
): Promise<number> {
  const team = (await teamOf(tx, news.portalId)).filter(({ role, grants, denies }) =>
    memberKeys(role, grants, denies).has('analytics.viewanalytics'),
  )
  const wished = await preferencesOf(
    tx,
    team.map(({ id }) => id),
    news.kind,
  )
  let told = 0
  for (const person of team) {
    const frequency = wished(person.id)
    if (frequency === 'off' || !at.includes(frequency)) continue
    const [added] = await tx
      .insert(message)
      .values({
        personId: person.id,
        kind: news.kind,
        about: news.about,
        words: bothLanguages(news),
        mailing: frequency === 'daily' ? 'digest' : 'mailed',
      })
      .onConflictDoNothing()
      .returning({ id: message.id })
    if (!added) continue
    told++
    if (frequency === 'daily') continue
    const [mailId] = await putMails(tx, [letter(news, person, settings)])
    await tx.execute(sql`update message set mail_id = ${mailId} where id = ${added.id}`)
  }
  return told
}

function bothLanguages({ words: say, link }: News): OwnWords {
  const [es, en] = [say('es'), say('en')]
  return { title: { es: es.title, en: en.title }, body: { es: es.body, en: en.body }, link }
}

function letter(news: News, person: TeamMember, settings: MailSettings) {
  const { title, body } = news.words(person.locale)
  const unsubscribe = unsubscribeUrl(settings, person.id, news.kind)
  return {
    to: person.email,
    locale: person.locale,
    kind: news.kind,
    subject: title,
    paragraphs: [words('mail.greeting', person.locale, { name: person.name }), body],
    button: {
      text: words('communications.mail.button', person.locale),
      link: `${settings.appOrigin}${person.locale === 'en' ? '/en' : ''}${news.link}`,
    },
    foot: [words('communications.mail.why', person.locale), unsubscribe],
    unsubscribeUrl: unsubscribe,
  }
}

/** Orders older than this come from an import of history: nobody is told of them as news. */
const freshHours = 48

/** Sales of a portal as one sentence. */
export const saleWords =
  (key: 'title' | 'dayTitle', portal: string, orders: number, netMicros: number) => (locale: Locale) => {
    const amount = formats(locale).money(microsToCents(netMicros))
    return {
      title: words(`inbox.sale.${key}`, locale, { portal }),
      body:
        orders === 1
          ? words('inbox.sale.bodyOne', locale, { amount })
          : words('inbox.sale.body', locale, { orders, amount }),
    }
  }

const soldColumns = {
  portalId: sql<string>`p.id`,
  name: sql<string>`p.name`,
  lastBatch: sql<string>`l.last_batch`,
  orders: sql<number>`l.orders`,
  net: number(sql<string>`l.net`),
}

/** Tells of orders that came in since the last time to those who want to know at once. A job calls it every few minutes. */
export async function tellSales(database: Database, settings: MailSettings): Promise<number> {
  return asJob(database, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sales', 0))`)
    const sold = await select(
      tx,
      soldColumns,
      // Portal by portal, by the index of days: read whole, the lines of years cost seconds every few minutes.
      sql`portal p left join sale_watch w on w.portal_id = p.id cross join lateral (
          select max(l.batch_id::text) as last_batch, sum(l.orders)::int as orders, sum(l.net_micros)::bigint as net
          from order_line l where l.portal_id = p.id and l.kind = 'sale'
            and l.at > now() - make_interval(hours => ${freshHours})
            and (w.portal_id is null or l.batch_id > w.told_batch_id) offset 0) l
        where p.deleted_at is null and l.last_batch is not null`,
    )
    let told = 0
    for (const { portalId, name, lastBatch, orders, net } of sold) {
      const [watched] = await rows(tx, sql`select 1 from sale_watch where portal_id = ${portalId}`)
      await tx.execute(sql`insert into sale_watch (portal_id, told_batch_id) values (${portalId}, ${lastBatch})
        on conflict (portal_id) do update set told_batch_id = excluded.told_batch_id`)
      // What was there before anybody watched is no news.
      if (!watched || orders <= 0) continue
      told += await tellTeam(
        tx,
        {
          kind: 'sale',
          portalId,
          about: `sale ${portalId} ${lastBatch}`,
          words: saleWords('title', name, orders, net),
          link: '/analytics/orders-sold',
        },
        settings,
        ['once'],
      )
    }
    return told
  })
}

/** A day of Madrid, as SQL over a moment. */
export const dayIn = (column: ReturnType<typeof sql>) =>
  sql`(${column} at time zone ${sql.raw(`'${businessTimeZone}'`)})::date`
