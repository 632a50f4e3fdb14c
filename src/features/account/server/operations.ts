import { eq } from 'drizzle-orm'
import { type Crop, storeUpload } from '#features/files/server/store-upload.ts'
import { writeActivity } from '#platform/activity.ts'
import type { OpenCall } from '#platform/call.ts'
import { handle, handleOutside } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import * as contract from '../contract.ts'
import * as own from '../own-contract.ts'
import { confirmEmail, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { exportOwnData } from './export-own-data.ts'
import { limitTokens } from './limits.ts'
import { ownAccount } from './own-account.ts'
import { endOwnSession, ownSessions } from './own-sessions.ts'
import { readSession } from './read-session.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { closeSession } from './sessions.ts'
import { setPassword } from './set-password.ts'
import { signIn } from './sign-in.ts'
import { switchPortal } from './switch-portal.ts'
import { person } from './table.ts'
import { tokenIsGood } from './tokens.ts'
import { updateProfile } from './update-profile.ts'

export const operations = {
  signIn: handleOutside(contract.signIn, signIn),
  session: handleOutside(contract.session, (call) =>
    readSession(call.database, call.sessionHash, call.services.environment),
  ),
  switchPortal: handleOutside(contract.switchPortal, async (call, { portalId }) => {
    await switchPortal(call, portalId)
    return readSession(call.database, call.sessionHash, call.services.environment)
  }),
  signOut: handle(contract.signOut, async (call) => {
    await closeSession(call.tx, call)
    call.record({ targetId: call.actor.person.id })
    return null
  }),
  requestPasswordReset: handleOutside(contract.requestPasswordReset, (call, { email }) =>
    requestPasswordReset(call, email),
  ),
  updatePassword: handleOutside(contract.updatePassword, (call, input) =>
    setPassword(call, ['reset'], input),
  ),
  activateAccount: handleOutside(contract.activateAccount, (call, input) =>
    setPassword(call, ['activate', 'firstSuper'], input),
  ),
  checkToken: handleOutside(contract.checkToken, async (call, { kind, token }) => {
    await limitTokens(call)
    return {
      valid: await call.transaction((tx) => tokenIsGood(tx, kind, token)),
    }
  }),
  updateProfile: handleOutside(own.updateProfile, async (call, profile) => {
    const id = call.actor?.person.id ?? ''
    await call.transaction(async (tx) => {
      await updateProfile(tx, id, profile)
      await writeActivity({ ...call, tx }, [{ targetId: id, after: profile }])
    })
    return readSession(call.database, call.sessionHash, call.services.environment)
  }),
  ownAccount: handle(own.ownAccount, ({ tx, actor }) => ownAccount(tx, actor.person.id)),
  uploadOwnPicture: handle(
    own.uploadOwnPicture,
    async ({ actor, record }, _input, { key, url }) => {
      record({ targetId: actor.person.id, after: { key } })
      return { url }
    },
    {
      before: ({ services }: OpenCall, { file, ...crop }: { file: File } & Crop) =>
        storeUpload(services.files, file, 'cover', false, crop),
    },
  ),
  exportOwnData: handle(own.exportOwnData, ({ tx, actor, now }) => exportOwnData(tx, actor.person.id, now)),
  requestEmailChange: handleOutside(own.requestEmailChange, requestEmailChange),
  confirmEmail: handleOutside(own.confirmEmail, confirmEmail),
  keepColorMode: handle(own.keepColorMode, async ({ tx, actor }, { colorMode }) => {
    await tx.update(person).set({ colorMode }).where(eq(person.id, actor.person.id))
    return null
  }),
  changePassword: handleOutside(contract.changePassword, changePassword),
  listSessions: handle(contract.listSessions, async ({ tx, actor }) => {
    const items = await ownSessions(tx, actor.person.id, actor.sessionHash)
    return listOf(items, items.length, 1)
  }),
  endSession: handle(contract.endSession, async ({ tx, actor, record }, { sessionId }) => {
    await endOwnSession(tx, actor.person.id, sessionId)
    record({ targetId: actor.person.id })
    return null
  }),
}
