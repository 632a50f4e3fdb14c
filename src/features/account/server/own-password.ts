import { eq } from 'drizzle-orm'
import type { OpenCall } from '#platform/call.ts'
import { Unprocessable } from '#platform/errors.ts'
import { limitOwnPassword } from './limits.ts'
import { verifyPassword } from './password.ts'
import { person } from './table.ts'

/** @throws Unprocessable by the field `password`; wrong tries are limited like a sign-in's. */
export async function demandOwnPassword(
  call: OpenCall,
  own: { id: string; email: string },
  password: string,
): Promise<void> {
  const { right } = await limitOwnPassword(call, own)
  const [found] = await call.transaction((tx) =>
    tx.select({ hash: person.passwordHash }).from(person).where(eq(person.id, own.id)),
  )
  if (!(await verifyPassword(found?.hash, password)))
    throw new Unprocessable({ password: { code: 'account.wrongPassword' } })
  await right()
}
