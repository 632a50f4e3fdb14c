import { sql } from 'drizzle-orm'
import type { Person } from '#platform/actor.ts'
import { staffKeys } from '#platform/actor-portals.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, Conflict } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import type { Staff, StaffDraft } from '../contract.ts'
import type { StaffRow } from './queries.ts'

const refused = (code: string, field?: string) =>
  new AppError(403, code, field ? { fields: { [field]: { code } } } : {})

/** Changes to the provider's people take turns: two super people who unmake each other at once would leave none. */
export const lockStaff = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`)

/** Nobody changes themself or whoever holds more, and only super staff touch super staff. @throws AppError 403. */
export function checkTarget(changer: Person, target: Pick<StaffRow, 'id' | 'super' | 'permissions'>): void {
  if (target.id === changer.id) throw refused('staff.own')
  if (target.super && !changer.super) throw refused('staff.superOnly')
  if (!holds(changer, target.permissions)) throw refused('staff.beyondOwn')
}

/** Does the changer hold every one of these keys? */
const holds = (changer: Person, keys: readonly string[]) => keys.every((key) => staffKeys(changer).has(key))

type Before = Pick<StaffRow, 'super'>
const nobody: Before = { super: false }

/**
 * What may be given: super by super staff, a key by who holds it.
 * @throws AppError 403 by the field.
 */
export function checkDraft(
  changer: Person,
  draft: Pick<StaffDraft, 'permissions' | 'super'>,
  before: Before = nobody,
): void {
  if (draft.super !== before.super && !changer.super) throw refused('staff.superOnly', 'super')
  if (!holds(changer, draft.permissions)) throw refused('staff.keysLacking', 'permissions')
}

/** Somebody super who can sign in always stays. @throws Conflict `staff.lastSuper`. */
export async function checkSuperLeft(tx: Tx, target: Pick<StaffRow, 'id' | 'super'>): Promise<void> {
  if (!target.super) return
  const [left] = await select(
    tx,
    { count: sql<number>`count(*)::int` },
    sql`person where staff and super and suspended_at is null
      and password_hash is not null and id <> ${target.id}`,
  )
  if ((left?.count ?? 0) === 0) throw new Conflict('staff.lastSuper')
}

/** What a page offers; the verbs ask the same questions again. */
export function mayDo(changer: Person, target: StaffRow): Staff['may'] {
  const manages = staffKeys(changer).has('staff.managestaff')
  const edit =
    manages &&
    target.id !== changer.id &&
    (changer.super || !target.super) &&
    holds(changer, target.permissions)
  return {
    edit,
    changeSuper: edit && changer.super,
    suspend: edit && target.state !== 'invited',
    resend: edit && target.state === 'invited',
    revoke: edit && target.state === 'invited',
  }
}
