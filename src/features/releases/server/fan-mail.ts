import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Database, Tx } from '#platform/db.ts'
import { type FanAct, type FanMailSettings, fanLink, fanPage } from '#platform/fan-links.ts'
import { putMail } from '#platform/mail.ts'
import { type RowOf, select } from '#platform/select.ts'
import { tellFans } from '#platform/tell-fans.ts'
import { words } from '#platform/words.ts'
import { endsAt } from './queries.ts'
import { presave, release } from './table.ts'

const [s, r, p] = [alias(presave, 's'), alias(release, 'r'), alias(portal, 'p')]
const columns = {
  id: s.id,
  email: s.email,
  locale: s.locale,
  title: r.title,
  releaseAt: r.releaseAt,
  portal: p.name,
  customUrl: p.customUrl,
}
type Waiting = RowOf<typeof columns>

const waiting = (
  where: SQL,
) => sql`presave s join release r on r.portal_id = s.portal_id and r.id = s.release_id
    join portal p on p.id = s.portal_id where p.deleted_at is null and ${where}`

/** Asks whoever has the address whether they want it, and says how to take it back without a login. */
export async function askToConfirm(tx: Tx, presaveId: string, settings: FanMailSettings): Promise<void> {
  const [row] = await select(tx, columns, waiting(sql`s.id = ${presaveId}`))
  if (row) await write(tx, 'presave', row, settings)
}

/** Writes to everybody who signed up for a release that has come out and was not over before. A job calls it each minute. */
export const tellReleases = (database: Database, settings: FanMailSettings): Promise<number> =>
  tellFans(database, {
    table: presave,
    find: (tx, some) =>
      select(
        tx,
        columns,
        sql`${waiting(sql`s.told_at is null and s.confirmed_at is not null and r.status = 'published' and r.release_at <= now() and ${endsAt} > now()`)}
          ${some}`,
      ),
    write: (tx, row) => write(tx, 'presaveOut', row, settings),
  })

/**
 * Erases addresses whose purpose is past: 30 days after their release, and a week after they were asked for where nobody
 * has confirmed them. A job calls it each night.
 */
export async function erasePastSignUps(tx: Tx): Promise<void> {
  await tx.execute(
    sql`delete from presave where confirmed_at is null and consent_at < now() - interval '7 days'`,
  )
  await tx.execute(sql`delete from presave s using release r where r.portal_id = s.portal_id and r.id = s.release_id
      and r.release_at < now() - interval '30 days'`)
}

async function write(tx: Tx, kind: 'presave' | 'presaveOut', row: Waiting, settings: FanMailSettings) {
  const { id, email, locale, portal, customUrl, releaseAt } = row
  const title = row.title[locale] || row.title.es
  const date = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'es-ES', {
    dateStyle: 'long',
    timeZone: businessTimeZone,
  }).format(releaseAt)
  const say = (key: string) => words(`mail.${kind}.${key}`, locale, { title, portal, date })
  const page = fanPage(settings, customUrl, locale)
  const linkTo = (act: FanAct) => fanLink(settings, page, 'presave', act, id)
  await putMail(tx, {
    to: email,
    fromName: portal,
    locale,
    kind,
    subject: say('subject'),
    paragraphs: [say('body')],
    button: { text: say('button'), link: kind === 'presave' ? linkTo('confirm') : page },
    foot: [say('erase'), linkTo('erase')],
    unsubscribeUrl: linkTo('erase'),
  })
}
