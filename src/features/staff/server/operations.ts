import { limited, namedRecipient } from '#features/team/server/limit-invitations.ts'
import { NotFound } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import * as contract from '../contract.ts'
import { inviteStaff, resendStaffInvitation, revokeStaff } from './invite-staff.ts'
import { findStaff, recipientOf, staffById } from './queries.ts'
import { toStaff } from './read-staff.ts'
import { liftSuspension, staffVersion, suspendStaff, updateStaff } from './update-staff.ts'

export const operations = {
  listStaff: handle(contract.listStaff, async (call, query) => {
    const { items, total } = await findStaff(call.tx, query)
    return listOf(
      items.map((row) => toStaff(call, row)),
      total,
      query.page ?? 1,
    )
  }),
  getStaff: handle(contract.getStaff, async (call, { staffId }) => {
    const found = await staffById(call.tx, staffId)
    if (!found) throw new NotFound()
    return toStaff(call, found)
  }),
  inviteStaff: wakeAfter('mail', limited(namedRecipient, handle(contract.inviteStaff, inviteStaff))),
  updateStaff: handle(
    contract.updateStaff,
    (call, { staffId, ...draft }) => updateStaff(call, staffId, draft),
    { versionOf: (call, { staffId }) => staffVersion(call, staffId) },
  ),
  revokeStaff: handle(contract.revokeStaff, (call, { staffId }) => revokeStaff(call, staffId)),
  suspendStaff: handle(contract.suspendStaff, (call, { staffId }) => suspendStaff(call, staffId)),
  liftSuspension: handle(contract.liftSuspension, (call, { staffId }) => liftSuspension(call, staffId)),
  resendStaffInvitation: wakeAfter(
    'mail',
    limited(
      ({ database }, { staffId }) => recipientOf(database, staffId),
      handle(contract.resendStaffInvitation, (call, { staffId }) => resendStaffInvitation(call, staffId)),
    ),
  ),
}
