import * as z from 'zod/mini'
import { defaultPortalPicture, locales, organisationTypes, uploadMegabytes } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { isStaffOnly, permissionKeys, roles } from '#platform/permissions.ts'
import { Email, FileUrl, Id, OptionalText, Text } from '#platform/shapes.ts'
import { BulkRow, bulkRowsMax } from './bulk-contract.ts'
import { Code, CustomUrl, nameMaxLength, Portal } from './contract.ts'

/** A boolean, also as a form writes it. */
const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
/** Keys of areas that are the provider's alone are none of a member's. */
const memberKeys = permissionKeys.filter((key) => !isStaffOnly(key))
const Keys = z.array(z.enum(memberKeys as [string, ...string[]])).check(z.maxLength(memberKeys.length))
/** An address on the web; what is there is fetched as safely as a link's preview, and kept here. */
const WebAddress = z.string().check(z.maxLength(2_000), z.regex(/^https?:\/\//i))

/** Somebody of the new portal's team, who is invited when it is made. */
const DraftMember = z.object({
  email: Email,
  name: Text(80),
  role: z.enum(roles),
  locale: z.optional(z.enum(locales)),
  grants: z.optional(Keys),
  denies: z.optional(Keys),
})
export type DraftMember = z.infer<typeof DraftMember>

/** What a new portal needs. Without `accountId` an account of its own is made for it. */
export const PortalDraft = z.object({
  name: Text(nameMaxLength),
  code: Code,
  customUrl: CustomUrl,
  /** Default `simple`; `master` is a label's first portal, and makes its account a label. */
  type: z.optional(z.enum(['master', 'simple'])),
  /** Default true. */
  selfInvoice: z.optional(Flag),
  /** A picture as a file (multipart/form-data), or the address of one that was uploaded. */
  picture: z.optional(z.nullable(z.union([z.file(), FileUrl]))),
  /** The same by an address: uploaded here, anywhere on the web, or the default one, which is none. */
  pictureUrl: z.optional(z.nullable(z.union([FileUrl, z.literal(defaultPortalPicture), WebAddress]))),
  team: z.optional(z.array(DraftMember).check(z.maxLength(20))),
  accountId: z.optional(Id),
  /** Of the account that is made: 1 label, 2 artist, 3 demo. */
  organisationType: z.optional(
    z.pipe(
      z.coerce.number(),
      z.union([
        z.literal(organisationTypes.label),
        z.literal(organisationTypes.artist),
        z.literal(organisationTypes.demo),
      ]),
    ),
  ),
})
export type PortalDraft = z.infer<typeof PortalDraft>

/** Many at once: a list, a CSV or XLSX file, or the address of one; exactly one of them. */
const BulkDraft = z.object({
  list: z.optional(
    z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(bulkRowsMax)),
  ),
  file: z.optional(z.file()),
  fileUrl: z.optional(OptionalText(2_000)),
  /** Makes all of them or none (default), or leaves out what is wrong. */
  mode: z.optional(z.enum(['all', 'valid'])),
})

export const createPortal = operation({
  method: 'POST',
  path: '/portal',
  bodyMegabytes: uploadMegabytes,
  status: 201,
  tag: 'portals',
  summary: 'Create a portal, or many from a bulk draft: members in their own label, staff anywhere',
  access: 'portal.manageportals',
  scope: 'none',
  idempotent: true,
  input: z.union([PortalDraft, BulkDraft]),
  output: z.union([Portal, z.object({ rows: z.array(BulkRow), created: z.number() })]),
})

const Answer = z.object({
  ok: z.boolean(),
  /** Code of what is wrong; worded in `problem` or, with `validation.`, in `validation`. */
  reason: z.optional(z.string()),
  suggestion: z.optional(z.string()),
})
/** Fields of a draft that a check answers for; those that are asked about. */
export const checkedFields = [
  ...(['name', 'code', 'customUrl', 'type', 'selfInvoice', 'picture', 'pictureUrl', 'team'] as const),
  ...(['accountId', 'organisationType'] as const),
]
export type CheckedField = (typeof checkedFields)[number]
const perField = <T>(shape: T) =>
  Object.fromEntries(checkedFields.map((name) => [name, shape])) as Record<CheckedField, T>

export const checkPortal = operation({
  method: 'POST',
  path: '/portal/check',
  tag: 'portals',
  summary: 'Could a portal have these? Answers field by field, with a suggestion where it could not',
  access: 'portal.manageportals',
  scope: 'none',
  silent: true,
  input: z.object({
    ...perField(z.optional(z.unknown())),
    /** The portal that is being edited: what it has already is its own. */
    portalId: z.optional(Id),
    name: z.optional(z.string().check(z.maxLength(200))),
    code: z.optional(z.string().check(z.maxLength(200))),
    customUrl: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object(perField(z.optional(Answer))),
})
