import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { checkAddresses } from './check-portal.ts'

/** @throws AppError 409 by the field when code or address are taken or reserved. */
export async function refuseTaken(
  tx: Tx,
  wanted: { portalId?: string; code?: string; customUrl?: string },
): Promise<void> {
  const answers = await checkAddresses(tx, wanted)
  const fields = Object.fromEntries(
    Object.entries(answers).flatMap(([name, answer]) =>
      answer.reason ? [[name, { code: answer.reason }]] : [],
    ),
  )
  if (Object.keys(fields).length > 0) throw new AppError(409, 'invalidInput', { fields })
}
