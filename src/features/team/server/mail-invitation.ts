import { issueToken } from '#features/account/server/tokens.ts'
import type { Call } from '#platform/call.ts'
import { queueMail } from '#platform/mail.ts'

interface Invited {
  id: string
  email: string
  name: string
  locale: 'es' | 'en'
  passwordHash: string | null
}

/** A link to choose a password for who has none; the page where one is asked for who signs in already. */
export async function mailInvitation(
  { tx, now, services }: Pick<Call, 'tx' | 'now' | 'services'>,
  invited: Invited,
) {
  const prefix = `${services.appOrigin}${invited.locale === 'en' ? '/en' : ''}`
  const link = invited.passwordHash
    ? `${prefix}/account`
    : `${prefix}/activate-account?token=${await issueToken(tx, 'activate', invited.id, now)}`
  const kind = invited.passwordHash ? 'access' : 'invitation'
  await queueMail(tx, { to: invited.email, locale: invited.locale, kind, name: invited.name, link })
}
