import type { Locale } from '#platform/constants.ts'
import { elevated, type Tx } from '#platform/db.ts'
import { message } from './table.ts'

interface Told {
  to: readonly string[]
  /** The mails that told the same, in the order of `to`; absent where nobody was mailed. */
  mailIds?: readonly string[]
  /** The same is told once to each. */
  about: string
  told: (locale: Locale) => { title: string; body: string }
  link: string
}

/** Puts what somebody asks into the inboxes of those named; whoever asks mails them, too, and says by which mails. */
export async function tellPeople(tx: Tx, { to, mailIds, about, told, link }: Told): Promise<void> {
  if (to.length === 0) return
  const [es, en] = [told('es'), told('en')]
  const words = { title: { es: es.title, en: en.title }, body: { es: es.body, en: en.body }, link }
  await elevated(tx, 'people', () =>
    tx
      .insert(message)
      .values(
        to.map((personId, at) => ({
          ...{ personId, kind: 'info' as const, about, words },
          ...(mailIds ? { mailing: 'mailed' as const, mailId: mailIds[at] ?? null } : {}),
        })),
      )
      .onConflictDoNothing(),
  )
}
