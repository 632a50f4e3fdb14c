import * as z from 'zod/mini'
import { Session } from '#features/account/contract.ts'
import { operation } from '#platform/operation.ts'
import { Nothing, PortalId } from '#platform/shapes.ts'

const Password = z.string().check(z.maxLength(200))
/** Six digits of the app, or a recovery code. */
const Code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const RecoveryCodes = z.array(z.string())

export const startTwoFactor = operation({
  method: 'POST',
  path: '/account/two-factor',
  tag: 'account',
  summary: 'Begin to set up a second factor (TOTP, RFC 6238): the seed for the app, as text and as a QR code',
  access: 'signedIn',
  scope: 'none',
  outside: 'password',
  pending: ['enrol'],
  // An empty password is enough right after signing in, when setting it up is all that the session may do.
  input: z.object({ password: Password }),
  output: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
})

export const confirmTwoFactor = operation({
  method: 'PUT',
  path: '/account/two-factor',
  tag: 'account',
  summary:
    'Turn the second factor on with its first code; ends the other sessions and answers the recovery codes, once',
  access: 'signedIn',
  scope: 'none',
  outside: 'limited',
  pending: ['enrol'],
  input: z.object({ code: Code }),
  output: z.object({ recoveryCodes: RecoveryCodes, session: Session }),
})

export const disableTwoFactor = operation({
  method: 'DELETE',
  path: '/account/two-factor',
  status: 204,
  tag: 'account',
  summary: 'Turn the second factor off, with the password',
  access: 'signedIn',
  scope: 'none',
  outside: 'password',
  input: z.object({ password: Password }),
  output: Nothing,
})

export const renewRecoveryCodes = operation({
  method: 'POST',
  path: '/account/two-factor/codes',
  tag: 'account',
  summary: 'New recovery codes, with the password; the old ones stop working',
  access: 'signedIn',
  scope: 'none',
  outside: 'password',
  input: z.object({ password: Password }),
  output: z.object({ recoveryCodes: RecoveryCodes }),
})

export const giveCode = operation({
  method: 'POST',
  path: '/session/two-factor',
  tag: 'account',
  summary:
    'The second step of signing in: a code of the app or a recovery code; gives the session a new cookie',
  access: 'signedIn',
  scope: 'none',
  outside: 'limited',
  pending: ['code'],
  input: z.object({ code: Code }),
  output: Session,
})

/** Whether the account of a portal demands a second factor of everybody in its teams. */
export const TeamDemand = z.object({
  required: z.boolean(),
  /** An Owner at the account's master portal, or staff. */
  mayChange: z.boolean(),
})
export type TeamDemand = z.infer<typeof TeamDemand>

export const teamDemand = operation({
  method: 'GET',
  path: '/portal/{portalId}/two-factor',
  tag: 'team',
  summary: 'Whether everybody in the teams of this account has to have a second factor',
  access: 'team.viewteammembers',
  scope: 'portal',
  apiKey: false,
  input: PortalId,
  output: TeamDemand,
})

export const demandOfTeam = operation({
  method: 'PUT',
  path: '/portal/{portalId}/two-factor',
  tag: 'team',
  summary:
    'Demand a second factor of everybody in the teams of this account, or no longer: by its Owners, at its master portal',
  access: 'team.createoreditteammembers',
  scope: 'portal',
  apiKey: false,
  input: z.extend(PortalId, { required: z.boolean() }),
  output: TeamDemand,
})
