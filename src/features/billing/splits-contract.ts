import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { Id, Moment, Nothing, OptionalText, PortalId, Text } from '#platform/shapes.ts'
import { Day } from './bill-shapes.ts'
import { costKinds, pdfBodyMegabytes, splitPayers } from './choices.ts'

/**
 * Of which portal: staff name it. Whose account pays name its master portal, and `of` which of its portals, left out:
 * the master portal itself.
 */
const SharedPortal = z.extend(PortalId, { of: z.optional(Id) })

/** What is shared: a product, a release, or with neither all of the portal. */
const Subject = z.object({ productId: z.optional(z.nullable(Id)), releaseId: z.optional(z.nullable(Id)) })

/** An account or a portal, by its id and what people call it. */
export const Named = z.object({ id: Id, name: z.string() })
const Name = z.object({ es: z.string(), en: z.optional(z.string()) })
/** What is shared: a portal whole (neither id), one product, or one release. */
export const SubjectName = z.object({
  productId: z.nullable(Id),
  releaseId: z.nullable(Id),
  /** Null: all of the portal. */
  name: z.nullable(Name),
})

/** How what a portal, a release or a product earns is shared between accounts, from a day on. */
export const Split = z.object({
  id: Id,
  subject: SubjectName,
  validFrom: z.string(),
  payer: z.enum(splitPayers),
  parties: z.array(z.object({ account: Named, shareBp: z.number() })),
  /** Is it the one of today? */
  current: z.boolean(),
  /** Nothing that it shares was billed: it can be taken away. */
  removable: z.boolean(),
})
export type Split = z.infer<typeof Split>

/** A cost that comes back out of what is earned before that is shared. */
export const Cost = z.object({
  id: Id,
  subject: SubjectName,
  account: Named,
  /** Whose share alone it comes off; null: off the whole, before anything is shared. */
  party: z.nullable(Named),
  kind: z.enum(costKinds),
  day: z.string(),
  /** The first month whose sales it is recouped from. */
  month: z.string(),
  amountCents: z.number(),
  /** How much of it has come back by now. */
  recoupedCents: z.number(),
  description: z.string(),
  fileName: z.nullable(z.string()),
  withdrawnAt: z.nullable(Moment),
})
export type Cost = z.infer<typeof Cost>

/** The splits and costs of a portal, and what can be shared. */
export const Splits = z.object({
  portal: z.object({ id: Id, name: z.string(), account: Named }),
  /** All portals of its account, which can be shared in turn. */
  portals: z.array(Named),
  /** The first day from which a split can begin: before it, months are billed. */
  openFrom: z.string(),
  splits: z.array(Split),
  costs: z.array(Cost),
  /** What can be shared for itself. */
  products: z.array(z.object({ id: Id, name: Name })),
  releases: z.array(z.object({ id: Id, name: Name })),
})
export type Splits = z.infer<typeof Splits>

/** By no key, like all of who is paid what: a scope of members' keys would come of it. */
export const listSplits = operation({
  method: 'GET',
  path: '/portal/{portalId}/splits',
  tag: 'billing',
  summary: 'How a portal, its releases and its products are shared, and the costs that come back first',
  access: 'billing.managebills',
  apiKey: false,
  scope: 'portal',
  input: SharedPortal,
  output: Splits,
})

export const findAccounts = operation({
  method: 'GET',
  path: '/billing/accounts',
  tag: 'billing',
  summary: 'Accounts with these letters in their name, twenty at most: who may have a share',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({ q: z.optional(OptionalText(100)) }),
  output: z.object({ accounts: z.array(Named) }),
})

export const listSharers = operation({
  method: 'GET',
  path: '/portal/{portalId}/sharers',
  tag: 'billing',
  summary:
    'Whom an account may share with, 200 at most: who has a share already, with words those of that name, and who has just this tax number',
  access: 'billing.managebills',
  apiKey: false,
  scope: 'portal',
  input: z.extend(PortalId, { q: z.optional(OptionalText(100)), taxId: z.optional(OptionalText(20)) }),
  output: z.object({ accounts: z.array(Named) }),
})

export const createSplit = operation({
  method: 'POST',
  path: '/portal/{portalId}/split',
  status: 201,
  tag: 'billing',
  summary:
    'Share what is sold from a day on between accounts, in per cent; it takes the place of the split before',
  access: 'billing.managebills',
  scope: 'portal',
  idempotent: true,
  input: z.extend(Subject, {
    ...SharedPortal.shape,
    validFrom: Day,
    payer: z.enum(splitPayers),
    /** Together 10,000; a cent that is left over goes by the order. */
    parties: z
      .array(z.object({ accountId: Id, shareBp: z.number().check(z.int(), z.minimum(1), z.maximum(10_000)) }))
      .check(z.minLength(1), z.maxLength(20)),
    /** Of members: the tax numbers of accounts that have had no share yet, which they know. */
    taxIds: z.optional(z.array(Text(20)).check(z.maxLength(20))),
  }),
  output: Split,
})

export const removeSplit = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/split/{splitId}',
  status: 204,
  tag: 'billing',
  summary: 'Take away a split of which nothing was billed: what it shared goes by the one before',
  access: 'billing.managebills',
  scope: 'portal',
  input: z.extend(SharedPortal, { splitId: Id }),
  output: Nothing,
})

export const createCost = operation({
  method: 'POST',
  path: '/portal/{portalId}/cost',
  status: 201,
  tag: 'billing',
  summary:
    'Enter what an account spent on what is shared, with its document: it comes back to it first, from all or from one party’s share',
  access: 'billing.managebills',
  scope: 'portal',
  bodyMegabytes: pdfBodyMegabytes,
  idempotent: true,
  input: z.extend(Subject, {
    ...SharedPortal.shape,
    accountId: Id,
    /** Whose share alone it comes off; left out: off the whole, before anything is shared. */
    partyId: z.optional(z.nullable(Id)),
    kind: z.enum(costKinds),
    day: Day,
    amountCents: z.number().check(z.int(), z.minimum(1), z.maximum(100_000_000_00)),
    description: Text(200),
    /** The document, a PDF, base64. */
    file: z.object({
      name: Text(120),
      content: z.string().check(z.maxLength(3_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    }),
  }),
  output: Cost,
})

export const withdrawCost = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/cost/{costId}',
  status: 204,
  tag: 'billing',
  summary: 'Withdraw a cost: what was recouped for it goes back with the next bills',
  access: 'billing.managebills',
  scope: 'portal',
  input: z.extend(SharedPortal, { costId: Id }),
  output: Nothing,
})

export const getCostFile = fileOperation({
  path: '/portal/{portalId}/cost/{costId}/file',
  tag: 'billing',
  summary: 'The document of a cost, for those who share in what it was for',
  access: 'billing.viewbills',
  scope: 'portal',
  input: z.extend(PortalId, { costId: Id }),
})
