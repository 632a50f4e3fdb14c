import * as z from 'zod/mini'
import { Code, CustomUrl, nameMaxLength, PortalAccount } from '#features/portals/contract.ts'
import { operation } from '#platform/operation.ts'
import { Id, List, OptionalText, PageNumber, Text } from '#platform/shapes.ts'

const AccountId = z.object({ accountId: Id })

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
  organisationType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
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
      z.object({ id: Id, name: z.string(), email: z.string(), role: z.string(), portal: z.string() }),
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
