import { eq } from 'drizzle-orm'
import type { OpenCall } from '#platform/call.ts'
import { AppError } from '#platform/errors.ts'
import { limitOwnPassword } from './limits.ts'
import { verifyPassword } from './password.ts'
import { person } from './table.ts'

/** @throws AppError 422 by the field `password`; wrong tries are limited like a sign-in's. */
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
    throw new AppError(422, 'invalidInput', { fields: { password: { code: 'account.wrongPassword' } } })
  await right()
}
