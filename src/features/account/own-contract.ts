import * as z from 'zod/mini'
import { locales, uploadMegabytes } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { Email, Empty, FileUrl, Moment, Nothing, Text } from '#platform/shapes.ts'
import { EndKeys, NewPassword, PasswordChange, Session } from './contract.ts'

export const colorModes = ['auto', 'light', 'dark'] as const
/** What one says of oneself; what is not named stays. */
export const Profile = z.object({
  name: z.optional(Text(80)),
  locale: z.optional(z.enum(locales)),
  colorMode: z.optional(z.enum(colorModes)),
  /** A picture stored by `uploadOwnPicture`; null takes it away. */
  pictureUrl: z.optional(z.nullable(FileUrl)),
})
/** One’s own account. */
export const OwnAccount = z.object({
  name: z.string(),
  email: z.string(),
  locale: z.enum(locales),
  colorMode: z.enum(colorModes),
  pictureUrl: z.nullable(z.string()),
  twoFactor: z.object({ enabled: z.boolean(), required: z.boolean(), codesLeft: z.number() }),
})
export type OwnAccount = z.infer<typeof OwnAccount>

export const ownAccount = operation({
  method: 'GET',
  path: '/account/profile',
  tag: 'account',
  summary: "One's own name, picture, language, colour mode and second factor",
  access: 'signedIn',
  scope: 'none',
  input: Empty,
  output: OwnAccount,
})

const Pixels = z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)))

export const uploadOwnPicture = operation({
  method: 'POST',
  path: '/account/picture',
  bodyMegabytes: uploadMegabytes,
  status: 201,
  tag: 'account',
  summary:
    "Store a picture of oneself (JPEG, PNG, WebP; multipart/form-data); the profile's pictureUrl takes it",
  access: 'signedIn',
  scope: 'none',
  input: z.object({
    file: z.file(),
    /** The square to keep, in the picture's own pixels; all or none. */
    left: Pixels,
    top: Pixels,
    width: Pixels,
    height: Pixels,
  }),
  output: z.object({ url: z.string() }),
})

export const exportOwnData = operation({
  method: 'GET',
  path: '/account/export',
  tag: 'account',
  summary: "Everything that is kept about oneself: profile, memberships, sessions, one's own activity",
  access: 'signedIn',
  scope: 'none',
  spy: false,
  input: Empty,
  output: z.object({
    exportedAt: Moment,
    profile: z.record(z.string(), z.unknown()),
    memberships: z.array(z.record(z.string(), z.unknown())),
    sessions: z.array(z.record(z.string(), z.unknown())),
    apiKeys: z.array(z.record(z.string(), z.unknown())),
    calendars: z.array(z.record(z.string(), z.unknown())),
    activity: z.array(z.record(z.string(), z.unknown())),
  }),
})

export const updateProfile = operation({
  method: 'PUT',
  path: '/account/profile',
  tag: 'account',
  summary: "Change one's own name and the language of mails",
  access: 'signedIn',
  scope: 'none',
  outside: 'session',
  input: Profile,
  output: Session,
})

export const keepColorMode = operation({
  method: 'PUT',
  path: '/account/color-mode',
  status: 204,
  tag: 'account',
  summary: 'Keep the choice of light or dark with the person, for other browsers',
  access: 'signedIn',
  scope: 'none',
  silent: true,
  input: z.object({ colorMode: z.enum(colorModes) }),
  output: Nothing,
})

const OwnPassword = PasswordChange.shape.current

/** A new address to sign in with, which is told to the old one. */
export const EmailChange = z.object({ email: Email, password: OwnPassword })
export const requestEmailChange = operation({
  method: 'POST',
  path: '/account/email',
  status: 202,
  tag: 'account',
  summary:
    'Ask for another address: a link goes to it, a notice to the old one; says nothing of whose it may be',
  access: 'signedIn',
  scope: 'none',
  outside: 'password',
  input: EmailChange,
  output: z.object({ accepted: z.literal(true) }),
})

export const confirmEmail = operation({
  method: 'PUT',
  path: '/account/email',
  tag: 'account',
  summary:
    'Take the new address with the link that went to it; ends the other sessions and every mailed link, and gives this one a new cookie',
  access: 'signedIn',
  scope: 'none',
  outside: 'limited',
  input: z.object({ token: NewPassword.shape.token, endKeys: EndKeys }),
  output: Session,
})
