import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { Id, OptionalText, PortalId } from '#platform/shapes.ts'
import { Day } from './bill-shapes.ts'
import { Cost, Named, SubjectName } from './splits-contract.ts'

/** How costs came back between two days: what was open, what came to it less what was withdrawn, what came back, what is open. */
const Balance = z.object({
  openingCents: z.number(),
  addedCents: z.number(),
  recoupedCents: z.number(),
  closingCents: z.number(),
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
      /** Of it, by costs that come off one party's share. */
      ownRecoupedCents: z.number(),
    }),
  ),
  earnedCents: z.number(),
  recoupedCents: z.number(),
  ownRecoupedCents: z.number(),
  /** At the end of the last day: those of all, those of the account's share, and those that it bore of another's. */
  costs: z.array(Cost),
  /** Of the costs that come off the whole, and of those that come off the account's share; null without any. */
  balances: z.object({ whole: z.nullable(Balance), own: z.nullable(Balance) }),
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
  /**
   * Where one of the two accounts was another person's before: what each owes the other, who has them now first. Empty where it is one
   * and the same. `series` tells persons of an account apart.
   */
  persons: z.array(
    z.object({
      payee: z.string(),
      payer: z.string(),
      series: z.number(),
      payerSeries: z.number(),
      /** Do both have their accounts now? */
      present: z.boolean(),
      owedCents: z.number(),
    }),
  ),
  /** Does who is paid let itself be paid with a file, which has its IBAN? Null where the provider pays. */
  byFile: z.nullable(z.boolean()),
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
    /** Who is paid, and by whom, of those that the statement names; left out: who has the accounts now. */
    series: z.optional(z.number()),
    payerSeries: z.optional(z.number()),
    amountCents: z.number().check(z.int(), z.minimum(-100_000_000_00), z.maximum(100_000_000_00)),
    on: Day,
    reference: z.optional(OptionalText(80)),
  }),
  output: z.object({ owedCents: z.number() }),
})

export const setShareByFile = operation({
  method: 'PUT',
  path: '/portal/{portalId}/shareByFile',
  tag: 'billing',
  summary: 'Let a label that owes this account shares pay it with a file, which has its IBAN; or no longer',
  access: 'billing.editbillinginformation',
  scope: 'portal',
  input: z.extend(PortalId, { payerId: Id, allowed: z.boolean() }),
  output: z.object({ allowed: z.boolean() }),
})

/** A file for the bank with what a label owes of shares, and what was recorded as paid with it. */
export const ShareFile = z.object({
  name: z.string(),
  /** SEPA credit transfers, pain.001.001.09. */
  content: z.string(),
  totalCents: z.number(),
  payments: z.array(z.object({ payee: Named, amountCents: z.number(), reference: z.string() })),
})

export const createShareFile = operation({
  method: 'POST',
  path: '/portal/{portalId}/shareFile',
  status: 201,
  tag: 'billing',
  summary:
    'Put what a label owes those who share into one SEPA payment file (pain.001.001.09), and record it as paid on its day',
  access: 'billing.managebills',
  scope: 'portal',
  idempotent: true,
  input: z.extend(PortalId, {
    on: Day,
    /** Left out: everybody who is owed something and lets itself be paid so. */
    accountIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(500))),
  }),
  output: ShareFile,
})
