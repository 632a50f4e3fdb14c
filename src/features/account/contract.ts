import * as z from 'zod/mini'
import { locales } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { Email, Empty, Id, Moment, Nothing, OptionalText } from '#platform/shapes.ts'

/** Passwords: 8 characters at least, 15 or more advised; length is what counts, so no rules of composition. */
export const passwordMinLength = 8
export const passwordMaxLength = 200
export const Password = z.string().check(z.minLength(passwordMinLength), z.maxLength(passwordMaxLength))

const Permissions = z.record(z.string(), z.record(z.string(), z.boolean()))

/** A portal that one belongs to, with what one may do there. */
export const SessionPortal = z.object({
  id: Id,
  name: z.string(),
  pictureUrl: z.string(),
  master: z.boolean(),
  /** Counts as a label: account.type is master and the master flag is set. */
  label: z.boolean(),
  permissions: Permissions,
})
export type SessionPortal = z.infer<typeof SessionPortal>

/** Who one is, and what one may do. */
export const Session = z.object({
  user: z.object({
    id: Id,
    name: z.string(),
    email: z.string(),
    staff: z.boolean(),
    super: z.boolean(),
    spy: z.boolean(),
    locale: z.enum(locales),
    pictureUrl: z.optional(z.nullable(z.string())),
    permissions: z.optional(Permissions),
    /** Where a member belongs, the current one and, of a label, the first 50 of its other portals by name. */
    portals: z.optional(z.array(SessionPortal)),
    /** The label has more: they are found by `GET /portals`. */
    hasMorePortals: z.optional(z.boolean()),
  }),
  currentPortalId: z.nullable(Id),
  environment: z.string(),
})
export type Session = z.infer<typeof Session>

/** Who is signed in now, or what is still owed: a code of the second factor, or setting one up. */
export const SignedIn = z.union([Session, z.object({ twoFactor: z.enum(['code', 'enrol']) })])
export type SignedIn = z.infer<typeof SignedIn>

/** What one signs in with. */
export const Credentials = z.object({
  email: Email,
  password: z.string().check(z.minLength(1), z.maxLength(passwordMaxLength)),
})
export const signIn = operation({
  method: 'POST',
  path: '/session',
  tag: 'account',
  summary:
    'Sign in; sets the session cookie. With a second factor the session opens nothing until its code is given',
  access: 'public',
  scope: 'none',
  outside: 'password',
  input: Credentials,
  output: SignedIn,
})

export const session = operation({
  method: 'GET',
  path: '/session',
  tag: 'account',
  summary: 'Who is signed in, and what they may do',
  access: 'signedIn',
  scope: 'none',
  outside: 'session',
  input: Empty,
  output: Session,
})

export const switchPortal = operation({
  method: 'PUT',
  path: '/session/portal',
  tag: 'account',
  summary: 'Change the current portal of this session',
  access: 'signedIn',
  scope: 'none',
  outside: 'session',
  silent: true,
  spy: true,
  input: z.object({ portalId: Id }),
  output: Session,
})

export const signOut = operation({
  method: 'DELETE',
  path: '/session',
  status: 204,
  tag: 'account',
  summary: 'Sign out; ends this session',
  access: 'signedIn',
  scope: 'none',
  spy: true,
  pending: ['code', 'enrol'],
  input: Empty,
  output: Nothing,
})

/** Whose password is to be set anew. */
export const ResetRequest = z.object({ email: Email })
export const requestPasswordReset = operation({
  method: 'POST',
  path: '/account/password-reset',
  status: 202,
  tag: 'account',
  summary: 'Ask for a link to set a new password; the answer is the same whether or not the address is known',
  access: 'public',
  scope: 'none',
  outside: 'limited',
  silent: true,
  input: ResetRequest,
  output: z.object({ accepted: z.literal(true) }),
})

/** Whether the keys of one's programs end too; the other sessions and every mailed link end in any case. */
export const EndKeys = z.optional(z.boolean())

/** A password in place of a forgotten one, with the token out of the mail. */
export const NewPassword = z.object({
  token: z.string().check(z.minLength(20), z.maxLength(200)),
  password: Password,
  endKeys: EndKeys,
})
export const updatePassword = operation({
  method: 'POST',
  path: '/account/password',
  tag: 'account',
  summary: 'Set a new password with the link from the mail; ends all sessions and signs in',
  access: 'public',
  scope: 'none',
  outside: 'password',
  input: NewPassword,
  output: SignedIn,
})

/** The first password of somebody invited, with the token out of the mail. */
export const Activation = z.object({
  token: NewPassword.shape.token,
  name: z.optional(OptionalText(80)),
  /** Only with the first start's link, which belongs to nobody yet. */
  email: z.optional(Email),
  password: Password,
})
export const activateAccount = operation({
  method: 'POST',
  path: '/account/activation',
  tag: 'account',
  summary: 'Set the first password with the link of an invitation, and sign in',
  access: 'public',
  scope: 'none',
  outside: 'password',
  input: Activation,
  output: SignedIn,
})

export const checkToken = operation({
  method: 'POST',
  path: '/account/token-check',
  tag: 'account',
  summary: 'Is this link still good? Tells the page whether to show its form; uses nothing up',
  access: 'public',
  scope: 'none',
  outside: 'limited',
  silent: true,
  input: z.object({
    token: z.string().check(z.maxLength(200)),
    kind: z.enum(['activate', 'reset', 'firstSuper']),
  }),
  output: z.object({ valid: z.boolean() }),
})

/** A new password in place of one that is known. */
export const PasswordChange = z.object({
  current: z.string().check(z.minLength(1), z.maxLength(passwordMaxLength)),
  password: Password,
  endKeys: EndKeys,
})
export const changePassword = operation({
  method: 'PUT',
  path: '/account/password',
  tag: 'account',
  summary:
    "Change one's own password; ends the other sessions and every mailed link, and gives this one a new cookie",
  access: 'signedIn',
  scope: 'none',
  outside: 'password',
  input: PasswordChange,
  output: Session,
})

/** A browser in which one is signed in. */
export const SessionEntry = z.object({
  id: Id,
  /** The one that asks. */
  current: z.boolean(),
  browser: z.string(),
  address: z.nullable(z.string()),
  createdAt: Moment,
  lastSeenAt: Moment,
})
export type SessionEntry = z.infer<typeof SessionEntry>

export const listSessions = operation({
  method: 'GET',
  path: '/account/sessions',
  tag: 'account',
  summary: 'Where one is signed in',
  access: 'signedIn',
  scope: 'none',
  spy: false,
  input: Empty,
  output: z.object({
    items: z.array(SessionEntry),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
  }),
})

export const endSession = operation({
  method: 'DELETE',
  path: '/account/session/{sessionId}',
  status: 204,
  tag: 'account',
  summary: 'Sign out elsewhere',
  access: 'signedIn',
  scope: 'none',
  input: z.object({ sessionId: Id }),
  output: Nothing,
})
