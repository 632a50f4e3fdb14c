import * as z from 'zod/mini'
import { Code, CustomUrl, nameMaxLength, PortalAccount } from '#features/portals/contract.ts'
import { organisationTypes } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { Id, List, OptionalText, PageNumber, PortalId, Text } from '#platform/shapes.ts'

const AccountId = z.object({ accountId: Id })

/** Who is billed and paid: a label or an artist, with its portals. */
export const Account = z.extend(PortalAccount, {
  /** For `If-Match`. */
  version: z.number(),
  masterPortalId: z.nullable(Id),
  portals: z.number(),
  /** People with a membership in one of its portals. */
  people: z.number(),
})
export type Account = z.infer<typeof Account>

const AccountDraft = z.object({
  name: Text(nameMaxLength),
  /** `master` with the master portal's flag makes a label. */
  type: z.enum(['master', 'simple']),
  /** 1 label, 2 artist, 3 demo. */
  organisationType: z.union([
    z.literal(organisationTypes.label),
    z.literal(organisationTypes.artist),
    z.literal(organisationTypes.demo),
  ]),
})
export type AccountDraft = z.infer<typeof AccountDraft>

export const listAccounts = operation({
  method: 'GET',
  path: '/accounts',
  tag: 'accounts',
  summary: 'Accounts by name, 50 a page',
  access: { staff: 'portal.viewportals' },
  scope: 'none',
  input: z.object({ q: z.optional(OptionalText(100)), page: PageNumber }),
  output: List(Account),
})

export const getAccount = operation({
  method: 'GET',
  path: '/accounts/{accountId}',
  tag: 'accounts',
  summary: 'One account with its people',
  access: { staff: 'portal.viewportals' },
  scope: 'none',
  input: AccountId,
  output: z.extend(Account, {
    team: z.array(
      z.object({
        ...{ id: Id, name: z.string(), email: z.string(), role: z.string(), portal: z.string() },
        /** What was given beside the role, and what taken from it. */
        grants: z.array(z.string()),
        denies: z.array(z.string()),
      }),
    ),
  }),
})

export const createAccount = operation({
  method: 'POST',
  path: '/accounts',
  status: 201,
  tag: 'accounts',
  summary: 'Create an account together with its master portal',
  access: { staff: 'portal.manageportals' },
  scope: 'none',
  idempotent: true,
  input: z.extend(AccountDraft, { code: Code, customUrl: CustomUrl }),
  output: Account,
})

export const updateAccount = operation({
  method: 'PUT',
  path: '/accounts/{accountId}',
  tag: 'accounts',
  summary: 'Change what an account is called and what it is',
  access: { staff: 'portal.manageportals' },
  scope: 'none',
  versioned: true,
  input: z.extend(AccountDraft, AccountId.shape),
  output: Account,
})

export const legalMaxLength = 20_000
/** Paragraphs: line breaks stay, other control characters and what turns the reading order are refused. */
const Paragraphs = z.string().check(
  z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
  z.trim(),
  z.maxLength(legalMaxLength),
  z.refine((text) => !/[\p{Cs}\p{Bidi_Control}]|(?!\n)\p{Cc}/u.test(text), { error: 'format' }),
)
const InBoth = z.object({ es: Paragraphs, en: z.optional(Paragraphs) })

/** What an account adds to the legal notice and the privacy page of its portals. */
export const LegalText = z.object({ notice: InBoth, privacy: InBoth })
export type LegalText = z.infer<typeof LegalText>
const StoredLegalText = z.extend(LegalText, {
  /** Whose it is: all of its portals show it. */
  account: z.string(),
  /** Changed only from the account's master portal. */
  editable: z.boolean(),
  noticeUrl: z.string(),
  privacyUrl: z.string(),
  /** For `If-Match`. */
  version: z.number(),
})
export type StoredLegalText = z.infer<typeof StoredLegalText>

export const getLegalText = operation({
  method: 'GET',
  path: '/portal/{portalId}/legal',
  tag: 'accounts',
  summary: "The account's own words on the legal pages of its portals",
  access: 'reader',
  scope: 'portal',
  input: PortalId,
  output: StoredLegalText,
})

export const updateLegalText = operation({
  method: 'PUT',
  path: '/portal/{portalId}/legal',
  tag: 'accounts',
  summary: "Change the account's own words on the legal pages; from its master portal, for all of them",
  access: 'portal.editconfiguration',
  scope: 'portal',
  versioned: true,
  input: z.extend(LegalText, PortalId.shape),
  output: StoredLegalText,
})
