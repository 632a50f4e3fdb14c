import { sql } from 'drizzle-orm'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { putMail } from '#platform/mail.ts'
import { words } from '#platform/words.ts'
import type { AccountSettings } from './settings.ts'

interface Reader {
  email: string
  name: string
  locale: 'es' | 'en'
}

/** The Owners of an account's master portal. */
const ownersOf = (tx: Tx, portalId: string | null) =>
  rows<Reader>(
    tx,
    sql`select p.email, p.name, p.locale from member m join person p on p.id = m.person_id
      where m.portal_id = ${portalId} and m.role = 'Owner' and p.suspended_at is null and p.password_hash is not null`,
  )

/** Tells the Owners, and the address for bills, that something happened to their money. */
export async function mailAccount(
  tx: Tx,
  settings: Pick<AccountSettings, 'portalId' | 'name' | 'information'>,
  kind: 'ready' | 'paid' | 'returned' | 'iban',
  about: { appOrigin: string; billId?: string; amountCents?: number; number?: string },
): Promise<void> {
  await elevated(tx, 'people', async () => {
    const owners = await ownersOf(tx, settings.portalId)
    const also = settings.information?.email
    const readers =
      kind === 'iban' || !also || owners.some(({ email }) => email === also)
        ? owners
        : [
            ...owners,
            {
              email: also,
              name: settings.information?.legalName ?? settings.name,
              locale: owners[0]?.locale ?? 'es',
            },
          ]
    for (const { email, name, locale } of readers) {
      const say = (key: string, params: Record<string, string> = {}) =>
        words(`billing.mail.${key}`, locale, params)
      const path = about.billId ? `/billing/${about.billId}` : '/billing/information'
      await putMail(tx, {
        to: email,
        locale: locale as 'es' | 'en',
        kind: `billing.${kind}`,
        subject: say(`${kind}.subject`, { account: settings.name }),
        paragraphs: [
          words('mail.greeting', locale as 'es' | 'en', { name }),
          say(`${kind}.body`, {
            account: settings.name,
            amount: formats(locale as 'es' | 'en').money(about.amountCents ?? 0),
            number: about.number ?? '',
          }),
        ],
        button: {
          text: say(`${kind}.button`),
          link: `${about.appOrigin}${locale === 'en' ? '/en' : ''}${path}`,
        },
        foot: [say('foot')],
      })
    }
  })
}
