import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { List, Moment, OptionalText, PageNumber, Text } from '#platform/shapes.ts'
import { Day } from './bill-shapes.ts'
import { eventTypes, fiscalModes } from './fiscal-choices.ts'
import { recordStates } from './record-state.ts'

const Mode = z.enum(fiscalModes)
const Issuer = z.string().check(z.regex(/^[A-Z0-9]{9}$/))

/** What is true of all issuers: how records are made where an issuer has no mode of its own, and what is missing. */
const FiscalSettings = z.object({
  /** Of issuers without a mode of their own. */
  mode: Mode,
  /** A mode that comes into force on a later day. */
  next: z.nullable(z.object({ mode: Mode, from: z.string() })),
  /** Is this installation given the agency's service to send to? */
  service: z.boolean(),
  /** Can records be signed: is there a certificate, and is it still valid? */
  signable: z.boolean(),
  /** From which days on records have to be made by a system that complies, and where that is written. */
  dates: z.object({ company: z.string(), person: z.string(), source: z.string() }),
  /** Issuers whose records are neither sent nor signed, by whether their day has come. */
  off: z.object({ due: z.number(), later: z.number() }),
  /** Records that wait to be sent, and the moment of the oldest. */
  waiting: z.number(),
  oldest: z.nullable(Moment),
  /** Records that the agency refused or took with errors, of which nothing has been done. */
  attention: z.number(),
  /** Not before this moment is anything sent: the agency has asked for a pause. */
  notBefore: z.nullable(Moment),
  /** The declaration of conformity (RD 1007/2023, art. 13); null while no mode is on, which is when nothing is claimed. */
  declaration: z.nullable(
    z.object({
      producer: z.object({ legalName: z.string(), taxId: z.string(), address: z.string() }),
      version: z.string(),
      /** Null until somebody has signed it for this version. */
      signed: z.nullable(z.object({ place: z.string(), on: z.string(), person: z.string() })),
    }),
  ),
})
export type FiscalSettings = z.infer<typeof FiscalSettings>

export const getFiscalSettings = operation({
  method: 'GET',
  path: '/billing/fiscal',
  tag: 'billing',
  summary: 'How Veri*factu records are made, from when on they have to be, and what is missing',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({}),
  output: FiscalSettings,
})

/** Who issues bills, by its tax number alone: each has one chain of records over all of its series. */
const FiscalIssuer = z.object({
  taxId: z.string(),
  name: z.string(),
  kind: z.enum(['company', 'person']),
  mode: Mode,
  /** Has it a mode of its own? */
  own: z.boolean(),
  next: z.nullable(z.object({ mode: z.nullable(Mode), from: z.string() })),
  /** Who sends does so until the end of the year (RD 1007/2023, art. 16.5): the last day; null for others. */
  boundUntil: z.nullable(z.string()),
  /** The day on which its records have to be made by a system that complies. */
  obligedFrom: z.string(),
  records: z.number(),
  waiting: z.number(),
  attention: z.number(),
  /** Records in the signed mode whose signature is still to come. */
  unsigned: z.number(),
  events: z.number(),
})
export type FiscalIssuer = z.infer<typeof FiscalIssuer>

export const listFiscalIssuers = operation({
  method: 'GET',
  path: '/billing/fiscal/issuers',
  tag: 'billing',
  summary: 'Who issues bills here, in which mode its records are made, and what is open of them',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({ q: z.optional(OptionalText(100)), page: PageNumber }),
  output: List(FiscalIssuer),
})

/** A record of any issuer, and what became of it. */
const FiscalRecordHead = z.object({
  issuerTaxId: z.string(),
  /** Its place in the chain of its issuer, from 1. */
  sequence: z.number(),
  kind: z.enum(['alta', 'anulacion']),
  number: z.string(),
  generatedAt: z.string(),
  state: z.enum(recordStates),
  errorCode: z.nullable(z.string()),
  errorText: z.nullable(z.string()),
  billId: z.nullable(z.string()),
  chargeId: z.nullable(z.string()),
})
export type FiscalRecordHead = z.infer<typeof FiscalRecordHead>

export const listFiscalRecords = operation({
  method: 'GET',
  path: '/billing/fiscal/records',
  tag: 'billing',
  summary: 'Records that wait to be sent, or that the agency refused or took with errors, newest first',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({ waiting: z.optional(z.enum(['1'])), page: PageNumber }),
  output: List(FiscalRecordHead),
})

/** One event of an issuer's log. */
const FiscalEvent = z.object({
  sequence: z.number(),
  type: z.enum(eventTypes),
  generatedAt: z.string(),
  hash: z.string(),
})

export const listFiscalEvents = operation({
  method: 'GET',
  path: '/billing/fiscal/events',
  tag: 'billing',
  summary: 'The event log of an issuer whose records are signed, newest first',
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({ issuerTaxId: Issuer, page: PageNumber }),
  output: List(FiscalEvent),
})

export const setFiscalMode = operation({
  method: 'PUT',
  path: '/billing/fiscal/mode',
  tag: 'billing',
  summary:
    'Say in which mode records are made from a day on: of one issuer, or of all without a mode of their own',
  access: 'super',
  scope: 'none',
  input: z.object({
    /** Left out: all issuers without a mode of their own. */
    issuerTaxId: z.optional(Issuer),
    /** Null: as all others again. Only for one issuer. */
    mode: z.nullable(Mode),
    /** Today or later. */
    from: Day,
  }),
  output: z.object({ saved: z.literal(true) }),
})

export const setFiscalDates = operation({
  method: 'PUT',
  path: '/billing/fiscal/dates',
  tag: 'billing',
  summary:
    'Say from which days on records have to be made by a system that complies, and where that is written',
  access: 'super',
  scope: 'none',
  input: z.object({ company: Day, person: Day, source: Text(200) }),
  output: z.object({ saved: z.literal(true) }),
})

export const signFiscalDeclaration = operation({
  method: 'PUT',
  path: '/billing/fiscal/declaration',
  tag: 'billing',
  summary: 'Sign the declaration of conformity of this version, in a place, today',
  access: 'super',
  scope: 'none',
  input: z.object({ place: Text(80) }),
  output: z.object({ saved: z.literal(true) }),
})

export const checkFiscalChain = operation({
  method: 'POST',
  path: '/billing/fiscal/check',
  tag: 'billing',
  summary: "Recompute an issuer's chain: hashes, order, moments, and signatures where there are any",
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({ issuerTaxId: Issuer }),
  output: z.object({
    records: z.number(),
    events: z.number(),
    /** What does not hold: of a record by its number, of an event by its place. */
    anomalies: z.array(
      z.object({
        of: z.enum(['record', 'event']),
        sequence: z.number(),
        number: z.nullable(z.string()),
        what: z.enum(['hash', 'signature', 'missingBefore', 'previousHash', 'earlierThanPrevious', 'later']),
      }),
    ),
  }),
})

export const exportFiscal = operation({
  method: 'POST',
  path: '/billing/fiscal/export',
  tag: 'billing',
  summary: "An issuer's records, or its event log, of some days as one file; the log says that it was made",
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({
    issuerTaxId: Issuer,
    what: z.enum(['records', 'events']),
    /** The first and the last day, both included. */
    f: Day,
    t: Day,
  }),
  output: z.object({ name: z.string(), content: z.string(), count: z.number() }),
})

/** Files as the agency's service for requirements takes them. */
export const answerRequirement = operation({
  method: 'POST',
  path: '/billing/fiscal/requirement',
  tag: 'billing',
  summary:
    "An issuer's records that were kept without sending them, as a requirement of the agency is answered",
  access: { staff: 'billing.managebills' },
  scope: 'none',
  input: z.object({
    issuerTaxId: Issuer,
    /** The requirement's own, as its letter names it (RefRequerimiento). */
    requirement: Text(18),
    /** The first and the last day, both included. */
    f: Day,
    t: Day,
    /** Is this all that is answered (FinRequerimiento), or do other days follow? */
    final: z.boolean(),
  }),
  output: z.object({
    /** As many as are needed: one takes a thousand records. */
    files: z.array(z.object({ name: z.string(), content: z.string() })),
    count: z.number(),
    /** Records without a signature: made while no mode was on. */
    unsigned: z.number(),
  }),
})
