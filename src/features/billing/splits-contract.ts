import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { Id, Moment, Nothing, OptionalText, PortalId, Text } from '#platform/shapes.ts'
import { Day } from './bill-shapes.ts'
import { costKinds, pdfBodyMegabytes, splitPayers } from './choices.ts'

/** What is shared: a product, a release, or with neither all of the portal. */
const Subject = z.object({ productId: z.optional(z.nullable(Id)), releaseId: z.optional(z.nullable(Id)) })

const Named = z.object({ id: Id, name: z.string() })
const Name = z.object({ es: z.string(), en: z.optional(z.string()) })
const SubjectName = z.object({
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
  /** The first day from which a split can begin: before it, months are billed. */
  openFrom: z.string(),
  splits: z.array(Split),
  costs: z.array(Cost),
  /** What can be shared for itself. */
  products: z.array(z.object({ id: Id, name: Name })),
  releases: z.array(z.object({ id: Id, name: Name })),
})
export type Splits = z.infer<typeof Splits>

export const listSplits = operation({
  method: 'GET',
  path: '/portal/{portalId}/splits',
  tag: 'billing',
  summary: 'How a portal, its releases and its products are shared, and the costs that come back first',
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  input: PortalId,
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

export const createSplit = operation({
  method: 'POST',
  path: '/portal/{portalId}/split',
  status: 201,
  tag: 'billing',
  summary:
    'Share what is sold from a day on between accounts, in per cent; it takes the place of the split before',
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  idempotent: true,
  input: z.extend(Subject, {
    ...PortalId.shape,
    validFrom: Day,
    payer: z.enum(splitPayers),
    /** Together 10,000; a cent that is left over goes by the order. */
    parties: z
      .array(z.object({ accountId: Id, shareBp: z.number().check(z.int(), z.minimum(1), z.maximum(10_000)) }))
      .check(z.minLength(1), z.maxLength(20)),
  }),
  output: Split,
})

export const removeSplit = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/split/{splitId}',
  status: 204,
  tag: 'billing',
  summary: 'Take away a split of which nothing was billed: what it shared goes by the one before',
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  input: z.extend(PortalId, { splitId: Id }),
  output: Nothing,
})

export const createCost = operation({
  method: 'POST',
  path: '/portal/{portalId}/cost',
  status: 201,
  tag: 'billing',
  summary: 'Enter what an account spent on what is shared, with its document: it comes back to it first',
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  bodyMegabytes: pdfBodyMegabytes,
  idempotent: true,
  input: z.extend(Subject, {
    ...PortalId.shape,
    accountId: Id,
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
  access: { staff: 'billing.managebills' },
  scope: 'portal',
  input: z.extend(PortalId, { costId: Id }),
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

/** What an account has of one thing that is shared, between two days on which it was entered. */
const SharedThing = z.object({
  portal: Named,
  subject: SubjectName,
  /** By the newest split of it. */
  shareBp: z.number(),
  months: z.array(
    z.object({
      month: z.string(),
      shareBp: z.nullable(z.number()),
      /** All that was shared, and the account's part of it. */
      wholeCents: z.number(),
      earnedCents: z.number(),
      /** What costs took of it, or brought back to who bore them. */
      recoupedCents: z.number(),
    }),
  ),
  earnedCents: z.number(),
  recoupedCents: z.number(),
  costs: z.array(Cost),
  /** What is still to come back, to whomever, before anything is shared. */
  unrecoupedCents: z.number(),
})

/** The statement of somebody who shares in something: what was earned, what came back of costs, what is theirs. */
export const Shares = z.object({
  /** Who is paid, and by whom; null: the provider, with the bill. */
  payee: Named,
  payer: z.nullable(Named),
  things: z.array(SharedThing),
  /** What a label owes at the beginning, what came to it and was paid, and what it owes at the end; null where the provider pays. */
  balance: z.nullable(
    z.object({
      openingCents: z.number(),
      earnedCents: z.number(),
      paidCents: z.number(),
      closingCents: z.number(),
      payments: z.array(
        z.object({ on: z.string(), amountCents: z.number(), reference: z.nullable(z.string()) }),
      ),
    }),
  ),
})
export type Shares = z.infer<typeof Shares>

const Span = z.object({ ...PortalId.shape, f: Day, t: Day })

export const getShares = operation({
  method: 'GET',
  path: '/portal/{portalId}/shares',
  tag: 'billing',
  summary: 'What an account has of what is shared, and what it owes those whom it pays, between two days',
  access: 'billing.viewbills',
  scope: 'portal',
  input: Span,
  output: z.object({ account: Named, statements: z.array(Shares) }),
})

export const getShareStatement = fileOperation({
  path: '/portal/{portalId}/shareStatement',
  tag: 'billing',
  summary: 'The statement of one account that shares, as PDF or CSV: one’s own, or as the one who pays it',
  access: 'billing.viewbills',
  scope: 'portal',
  input: z.extend(Span, {
    payeeId: Id,
    /** Left out: what the provider pays. */
    payerId: z.optional(Id),
    format: z.enum(['csv', 'pdf']),
    locale: z.optional(z.enum(['es', 'en'])),
  }),
})

export const recordSharePayment = operation({
  method: 'POST',
  path: '/portal/{portalId}/sharePayment',
  status: 201,
  tag: 'billing',
  summary: 'Record what a label has paid an account that shares; below zero takes a record back',
  access: 'billing.managebills',
  scope: 'portal',
  idempotent: true,
  input: z.extend(PortalId, {
    accountId: Id,
    amountCents: z.number().check(z.int(), z.minimum(-100_000_000_00), z.maximum(100_000_000_00)),
    on: Day,
    reference: z.optional(OptionalText(80)),
  }),
  output: z.object({ owedCents: z.number() }),
})
