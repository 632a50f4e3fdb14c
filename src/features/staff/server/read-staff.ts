import type { Call } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import type { Staff } from '../contract.ts'
import { type StaffRow, staffById } from './queries.ts'
import { mayDo } from './rules.ts'

/** A call of staff, who are always signed in. */
export type StaffCall = Call & { actor: NonNullable<Call['actor']> }

/** A row with what the caller may do to it. */
export const toStaff = ({ actor }: Pick<StaffCall, 'actor'>, row: StaffRow): Staff => ({
  ...row,
  may: mayDo(actor.person, row),
})

/** @throws NotFound. */
export async function demandStaff({ tx }: Pick<StaffCall, 'tx'>, staffId: string): Promise<StaffRow> {
  const found = await staffById(tx, staffId, true)
  if (!found) throw new NotFound()
  return found
}
