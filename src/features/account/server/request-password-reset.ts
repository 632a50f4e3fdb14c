import { and, eq, isNull } from 'drizzle-orm'
import type { OpenCall } from '#platform/call.ts'
import { queueMail } from '#platform/mail.ts'
import { limitMail } from './limits.ts'
import { newToken } from './sessions.ts'
import { person } from './table.ts'
import { issueToken } from './tokens.ts'

/** Mails a link to set a new password. Says the same whether or not the address is known. */
export async function requestPasswordReset(call: OpenCall, email: string): Promise<{ accepted: true }> {
  await limitMail(call, email)
  await call.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(person)
      .where(and(eq(person.email, email), isNull(person.suspendedAt)))
    // An invited person who never set a password still has the invitation to go by; a reset does the same for them.
    if (!found) {
      newToken()
      return
    }
    const secret = await issueToken(tx, 'reset', found.id, call.now)
    const prefix = found.locale === 'en' ? '/en' : ''
    await queueMail(tx, {
      to: found.email,
      locale: found.locale,
      kind: 'reset',
      name: found.name,
      // Good once; the page sends no Referer header and our logs leave queries out.
      link: `${call.services.appOrigin}${prefix}/update-password?token=${secret}`,
    })
  })
  await call.services.wake('mail')
  return { accepted: true }
}
