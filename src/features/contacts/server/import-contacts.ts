import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { safeParse } from 'zod/v4/core'
import { businessTimeZone, type Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { momentReader } from '#platform/moments.ts'
import { select } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { parseTypedDate } from '#platform/typed-date.ts'
import { describeIssue } from '#platform/validation.ts'
import { words } from '#platform/words.ts'
import { ContactDraft } from '../contract.ts'
import type { ImportRow } from '../transfer-contract.ts'
import type { ContactRecord } from './read-contact-file.ts'
import { contact, contactConsent } from './table.ts'
import { lockAddresses } from './write-contact.ts'

/** `check` writes nothing; `all` writes all rows or none; `valid` leaves out those with errors. */
export type ImportMode = 'check' | 'all' | 'valid'

interface Judged {
  row: ImportRow
  draft: ContactDraft | undefined
  consentAt: Date | undefined
  /** Null: an address of staff. */
  knownId: string | null | undefined
}
/** What nothing is wrong with. */
type Good = Judged & { draft: ContactDraft }

/** Rows without errors that an answer shows; the others are only counted. */
const shownMax = 20

/** Looks at every row, and writes what the mode allows. A known address adds to its contact rather than doubling it. */
export async function importContacts(
  tx: Tx,
  records: readonly ContactRecord[],
  mode: ImportMode,
  call: { locale: Locale; now: Date; actorId: string },
) {
  await lockAddresses(tx)
  const known = await knownAddresses(tx, records)
  const seen = new Set<string>()
  const judged = records.map(({ row, cells }) => judge(cells, row, { known, seen, ...call }))
  const good = judged.flatMap((one): Good[] =>
    one.draft && Object.keys(one.row.errors).length === 0 ? [{ ...one, draft: one.draft }] : [],
  )
  const bad = judged.filter(({ row }) => Object.keys(row.errors).length > 0)
  const shown = [...bad, ...good.slice(0, shownMax)].map(({ row }) => row).sort((a, b) => a.row - b.row)
  const answer = { rows: shown, good: good.length, bad: bad.length, created: 0, updated: 0 }
  if (mode === 'check' || (mode === 'all' && bad.length > 0)) return answer
  const fresh = good.filter(({ knownId }) => !knownId)
  await insertAll(tx, fresh, call.actorId)
  for (const one of good) if (one.knownId) await addTo(tx, one.knownId, one, call.actorId)
  return { ...answer, created: fresh.length, updated: good.length - fresh.length }
}

async function knownAddresses(tx: Tx, records: readonly ContactRecord[]) {
  const addresses = records.map(({ cells: { email } }) => email?.toLowerCase())
  const found = await select(
    tx,
    { id: sql<string | null>`c.id`, email: sql<string>`coalesce(p.email, c.email)` },
    sql`contact c left join person p on p.id = c.person_id
      where c.erased_at is null and c.merged_into is null
        and coalesce(p.email, c.email) in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))
      union all
      select null, s.email from person s
      where s.staff and s.email in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb))`,
  )
  return new Map(found.map(({ id, email }) => [email, id]))
}

interface Judging {
  known: ReadonlyMap<unknown, string | null>
  seen: Set<string>
  locale: Locale
  now: Date
}

function judge(record: Record<string, string>, line: number, { known, seen, locale, now }: Judging): Judged {
  const errors: Record<string, string> = {}
  const given = {
    name: record.name ?? '',
    email: record.email || null,
    phone: record.phone || null,
    organisation: record.organisation || null,
    tags: (record.tags ?? '').split(/[,;|]/).filter((tag) => tag.trim()),
  }
  const parsed = safeParse(ContactDraft, given, { reportInput: true })
  if (!parsed.success)
    for (const issue of parsed.error.issues) {
      const { key, params } = describeIssue(issue, ContactDraft)
      errors[String(issue.path[0] ?? 'name')] ??= words(`validation.${key}`, locale, params)
    }
  const draft = parsed.data
  const email = draft?.email
  if (email) {
    if (seen.has(email)) errors.email = words('problem.contacts.twiceInFile', locale)
    seen.add(email)
  }
  const knownId = known.get(email)
  if (knownId === null) errors.email = words('problem.contacts.emailOfStaff', locale)
  const consentAt = momentOf(record.newsConsent, now)
  if (record.newsConsent && (!consentAt || consentAt > now))
    errors.newsConsent = words('problem.contacts.consentDay', locale)
  const shown = (text: string | undefined) => (text ?? '').slice(0, 100)
  return {
    row: { row: line, name: shown(record.name), email: shown(record.email), errors, known: Boolean(knownId) },
    draft,
    consentAt,
    knownId,
  }
}

const readMoment = momentReader(businessTimeZone, 'd/M/yyyy')
/** The day first, as both languages write it: 2026-05-31, 31/05/26, «dom 31/5/2026», 31 may 2026; without its hour, the day's beginning. */
function momentOf(text: string | undefined, now: Date): Date | undefined {
  if (!text) return undefined
  const day = parseTypedDate(text, formatDay(dayOf(now.getTime())))
  const at = readMoment(day ?? text)
  return at === undefined ? undefined : new Date(at)
}

const chunk = 500

async function insertAll(tx: Tx, fresh: readonly Good[], recordedBy: string): Promise<void> {
  for (let at = 0; at < fresh.length; at += chunk) {
    const made = fresh.slice(at, at + chunk).map((one) => ({ ...one, id: v7() }))
    await tx.insert(contact).values(
      made.map(({ id, draft: { name, email, phone, organisation, tags } }) => ({
        id,
        name,
        email,
        phone: phone || null,
        organisation: organisation || null,
        tags: [...new Set(tags)],
        source: 'import' as const,
      })),
    )
    const consents = made.flatMap(({ id, consentAt }) =>
      consentAt ? [newsConsent(id, consentAt, recordedBy)] : [],
    )
    if (consents.length > 0) await tx.insert(contactConsent).values(consents)
  }
}

/** What a known contact lacks is filled; what it says stays. */
async function addTo(tx: Tx, knownId: string, { draft, consentAt }: Good, recordedBy: string): Promise<void> {
  await tx.execute(sql`
    update contact set phone = coalesce(phone, ${draft.phone || null}),
      organisation = coalesce(organisation, ${draft.organisation || null}),
      tags = (select coalesce(jsonb_agg(distinct t), '[]') from jsonb_array_elements(tags || ${JSON.stringify([...new Set(draft.tags)])}::jsonb) t),
      version = version + 1, updated_at = clock_timestamp()
    where id = ${knownId}`)
  if (consentAt) await tx.insert(contactConsent).values(newsConsent(knownId, consentAt, recordedBy))
}

const newsConsent = (contactId: string, at: Date, recordedBy: string) => ({
  contactId,
  kind: 'news' as const,
  given: true,
  source: 'import' as const,
  at,
  recordedBy,
})
