import { eq } from 'drizzle-orm'
import { writeActivity } from '#platform/activity.ts'
import type { OpenCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, NotSignedIn, Unprocessable } from '#platform/errors.ts'
import { queueMail } from '#platform/mail.ts'
import type { Session } from '../contract.ts'
import { endWaysIn } from './end-ways-in.ts'
import { limitMail, limitOwnPassword, limitTokens } from './limits.ts'
import { verifyPassword } from './password.ts'
import { readSession } from './read-session.ts'
import { openSession } from './sessions.ts'
import { person } from './table.ts'
import { issueToken, redeemToken } from './tokens.ts'

interface Wish {
  email: string
  password: string
}

/**
 * Mails a link to the new address and a notice to the old one. An address that somebody else signs in with gets a mail
 * too, without a link that works: the answer and its time are the same.
 * @throws Unprocessable by the field `password` or, when it is one's own already, `email`.
 */
export async function requestEmailChange(call: OpenCall, { email, password }: Wish) {
  const { actor } = call
  if (!actor) throw new NotSignedIn()
  const { right } = await limitOwnPassword(call, actor.person)
  await limitMail(call, email)
  const [own] = await call.transaction((tx) => tx.select().from(person).where(eq(person.id, actor.person.id)))
  if (!(await verifyPassword(own?.passwordHash, password))) throw refused('password', 'account.wrongPassword')
  await right()
  if (!own || email === own.email) throw refused('email', 'account.sameEmail')
  await call.transaction(async (tx) => {
    const [taken] = await tx.select().from(person).where(eq(person.email, email))
    const secret = await issueToken(tx, 'email', own.id, call.now, email)
    const home = ({ locale }: { locale: string }) =>
      `${call.services.appOrigin}${locale === 'en' ? '/en' : ''}`
    const reader = taken ?? own
    await queueMail(tx, {
      to: email,
      locale: reader.locale,
      name: reader.name,
      kind: taken ? 'emailTaken' : 'emailChange',
      link: `${home(reader)}${taken ? '/login' : `/account/email?token=${secret}`}`,
    })
    const { locale, name } = own
    await queueMail(tx, { to: own.email, locale, name, kind: 'emailNotice', link: `${home(own)}/account` })
    await writeActivity({ ...call, tx }, [{ targetId: own.id }])
  })
  await call.services.wake('mail')
  return { accepted: true as const }
}

const refused = (field: string, code: string) => new Unprocessable({ [field]: { code } })

/** @throws AppError 410 when the link is spent, another person's, or the address was taken meanwhile. */
export async function confirmEmail(
  call: OpenCall,
  { token, endKeys }: { token: string; endKeys?: boolean | undefined },
): Promise<Session> {
  const { actor } = call
  if (!actor) throw new NotSignedIn()
  await limitTokens(call)
  const hash = await call.transaction(async (tx) => {
    const { email } = await redeemToken(tx, ['email'], token, actor.person.id)
    if (!email) throw new AppError(410, 'account.tokenSpent')
    await takeEmail(tx, actor.person.id, email)
    await endWaysIn(tx, actor.person.id, call.now, { endKeys })
    const opened = await openSession(tx, call, actor.person.id, call.now)
    await writeActivity({ ...call, tx }, [
      { targetId: actor.person.id, before: { email: actor.person.email }, after: { email } },
    ])
    return opened
  })
  return readSession(call.database, hash, call.services.environment)
}

async function takeEmail(tx: Tx, personId: string, email: string) {
  const [taken] = await tx.select({ id: person.id }).from(person).where(eq(person.email, email))
  if (taken) throw new AppError(410, 'account.tokenSpent')
  await tx.update(person).set({ email }).where(eq(person.id, personId))
}
