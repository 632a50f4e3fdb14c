import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { message } from '#features/inbox/server/table.ts'
import type { Locale } from '#platform/constants.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { putMails } from '#platform/mail.ts'
import { words } from '#platform/words.ts'
import type { FrozenInformation } from './frozen.ts'
import type { AccountSettings } from './settings.ts'

interface Reader {
  id?: string
  email: string
  name: string
  locale: 'es' | 'en'
}

/** The Owners of an account's master portal. */
const ownersOf = (tx: Tx, portalId: string | null) =>
  rows<Reader>(
    tx,
    sql`select p.id, p.email, p.name, p.locale from member m join person p on p.id = m.person_id
      where m.portal_id = ${portalId} and m.role = 'Owner' and p.suspended_at is null and p.password_hash is not null`,
  )

type Told =
  | 'ready'
  | 'readyOwn'
  | 'corrective'
  | 'correctiveOwn'
  | 'advance'
  | 'reminder'
  | 'reminderOwn'
  | 'issued'
  | 'paid'
  | 'returned'
  | 'returnedFormer'
  | 'iban'
  | 'charge'
  | 'chargeBack'
  | 'statement'
interface About {
  appOrigin: string
  billId?: string
  /** An invoice of the provider. */
  chargeId?: string
  /** What an account has of what is shared, of a month (its first day). */
  statement?: { month: string; path: string; of: string; lines: (locale: Locale) => string[] }
  amountCents?: number
  number?: string
  /** Months (their first days) of what is reminded of together. */
  months?: readonly string[]
}

type Addressee = Pick<AccountSettings, 'portalId' | 'name'> & {
  information: Pick<FrozenInformation, 'email' | 'legalName'> | undefined
}

/** Tells the Owners by mail and inbox, and the address for bills by mail, that something happened to their money. */
export async function mailAccount(tx: Tx, settings: Addressee, kind: Told, about: About): Promise<void> {
  await elevated(tx, 'people', async () => {
    const owners = await ownersOf(tx, settings.portalId)
    const readers = readersOf(kind, settings, owners)
    const { chargeId, billId, statement } = about
    const of = statement?.of ?? chargeId ?? billId
    const place = placeOf(about)
    const letters = readers.map(({ email, name, locale }) => {
      const say = (key: string, params: Record<string, string> = {}) =>
        words(`billing.mail.${key}`, locale, params)
      const worded = wordedAs(kind, about)
      const path = of ? place : '/billing/information'
      const params = {
        ...{ account: settings.name, number: about.number ?? '', month: monthOf(about, locale) },
        amount: formats(locale).money(about.amountCents ?? 0),
      }
      return {
        to: email,
        locale,
        kind: `billing.${kind}`,
        subject: say(`${worded}.subject`, params),
        paragraphs: [
          words('mail.greeting', locale, { name }),
          say(`${worded}.body`, params),
          ...(statement?.lines(locale) ?? []),
        ],
        button: {
          text: say(`${worded}.button`),
          link: `${about.appOrigin}${locale === 'en' ? '/en' : ''}${path}`,
        },
        foot: [say('foot')],
      }
    })
    const mailIds = await putMails(tx, letters)
    // The address for bills comes after the owners, and has no inbox.
    const told = owners.flatMap(({ id }, at) => (id ? { personId: id, mailId: mailIds[at] } : []))
    if (of) await tellInbox(tx, told, kind, settings.name, { ...about, place, of })
  })
}

/** The Owners, and the address for bills where it is none of theirs. */
function readersOf(
  kind: Told,
  { name, information }: Addressee,
  owners: readonly Reader[],
): readonly Reader[] {
  const email = information?.email
  if (kind === 'iban' || !email || owners.some((owner) => owner.email === email)) return owners
  return [...owners, { email, name: information.legalName ?? name, locale: owners[0]?.locale ?? 'es' }]
}

/** Where in the program it is about. */
function placeOf({ statement, chargeId, billId, months = [] }: About): string {
  if (statement) return statement.path
  if (chargeId) return `/billing/charges/${chargeId}`
  return months.length > 1 ? '/billing/bills' : `/billing/${billId}`
}

/** One thing is told by its own sentence, several of one account by one for all of them. */
const wordedAs = (kind: Told, { months = [] }: About) => (months.length > 1 ? `${kind}s` : kind)
const monthOf = ({ statement, months = [] }: About, locale: Locale): string =>
  statement
    ? formats(locale).month(statement.month)
    : new Intl.ListFormat(locale, { type: 'conjunction' }).format(
        [...new Set(months)].map((one) => formats(locale).month(one)),
      )

/** What is told once is told again where it comes again: a bill that was sent back is ready a second time. */
async function tellInbox(
  tx: Tx,
  people: readonly { personId: string; mailId: string | undefined }[],
  kind: Told,
  account: string,
  about: About & { place: string; of: string },
) {
  if (people.length === 0) return
  const both = (part: 'subject' | 'body') => {
    const say = (locale: Locale) =>
      words(`billing.mail.${wordedAs(kind, about)}.${part}`, locale, {
        ...{ account, number: about.number ?? '', month: monthOf(about, locale) },
        amount: formats(locale).money(about.amountCents ?? 0),
      })
    return { es: say('es'), en: say('en') }
  }
  const told = { title: both('subject'), body: both('body'), link: about.place }
  await tx.insert(message).values(
    people.map(({ personId, mailId }) => ({
      ...(mailId ? { mailing: 'mailed' as const, mailId } : {}),
      ...{
        personId,
        kind: ['issued', 'paid', 'charge', 'chargeBack', 'statement'].includes(kind)
          ? ('info' as const)
          : ('warning' as const),
      },
      ...{
        about: `${about.statement ? 'shares' : about.chargeId ? 'charge' : 'bill'} ${about.of} ${kind} ${v7()}`,
        words: told,
      },
    })),
  )
}
