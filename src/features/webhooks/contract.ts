import * as z from 'zod/mini'
import { PasswordChange } from '#features/account/contract.ts'
import { operation } from '#platform/operation.ts'
import { Id, List, Moment, Nothing, PageNumber, PortalId, Text } from '#platform/shapes.ts'
import { endpointStates, sendingFaults, sendingStates, webhookTypes } from './choices.ts'

const manage = 'portal.editconfiguration'

/** An address of yours that is told of what happens, and how sending to it goes. */
export const WebhookEndpoint = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  types: z.array(z.enum(webhookTypes)),
  /** Told of all portals of its label's account. */
  wholeAccount: z.boolean(),
  state: z.enum(endpointStates),
  /** No try has succeeded since. */
  failingSince: z.nullable(Moment),
  waiting: z.number(),
  lastSentAt: z.nullable(Moment),
  /** Until then the old secret signs beside the new one. */
  oldSecretEndsAt: z.nullable(Moment),
  createdAt: Moment,
  version: z.number(),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

const Address = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000))

export const EndpointDraft = z.object({
  name: Text(60),
  /** https, on the public internet. */
  url: Address,
  types: z.array(z.enum(webhookTypes)).check(z.minLength(1), z.maxLength(webhookTypes.length)),
  /** Of a label's portal: tell it of all portals of the account. */
  wholeAccount: z.optional(z.boolean()),
})
export type EndpointDraft = z.infer<typeof EndpointDraft>

const password = PasswordChange.shape.current
const EndpointOf = z.extend(PortalId, { endpointId: Id })

export const listEndpoints = operation({
  method: 'GET',
  path: '/portal/{portalId}/webhooks',
  tag: 'webhooks',
  summary: 'Endpoints that are told what happens at a portal',
  access: manage,
  scope: 'portal',
  input: PortalId,
  output: z.extend(List(WebhookEndpoint), {
    /** What one may have an endpoint told here. */
    offered: z.array(z.enum(webhookTypes)),
  }),
})

const Secret = z.object({
  /** `whsec_…`: it stands here and never again. */
  secret: z.string(),
})

export const createEndpoint = operation({
  method: 'POST',
  path: '/portal/{portalId}/webhook',
  status: 201,
  tag: 'webhooks',
  summary:
    'Have an endpoint told what happens, with the password; the answer is the only place where its secret stands',
  access: manage,
  scope: 'portal',
  spy: false,
  apiKey: false,
  idempotent: 'secret',
  input: z.extend(PortalId, { ...EndpointDraft.shape, password }),
  output: z.extend(Secret, { endpoint: WebhookEndpoint }),
})

export const updateEndpoint = operation({
  method: 'PUT',
  path: '/portal/{portalId}/webhook/{endpointId}',
  tag: 'webhooks',
  summary: 'Change an endpoint, with the password: from then on one’s own rights say what it is told',
  access: manage,
  scope: 'portal',
  spy: false,
  apiKey: false,
  versioned: true,
  input: z.extend(EndpointOf, { ...EndpointDraft.shape, password }),
  output: WebhookEndpoint,
})

export const deleteEndpoint = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/webhook/{endpointId}',
  status: 204,
  tag: 'webhooks',
  summary: 'Take an endpoint away; what waits for it is never sent',
  access: manage,
  scope: 'portal',
  input: EndpointOf,
  output: Nothing,
})

export const rotateEndpointSecret = operation({
  method: 'POST',
  path: '/portal/{portalId}/webhook/{endpointId}/secret',
  status: 201,
  tag: 'webhooks',
  summary: 'Give an endpoint another secret, with the password; for a day both sign',
  access: manage,
  scope: 'portal',
  spy: false,
  apiKey: false,
  idempotent: 'secret',
  input: z.extend(EndpointOf, { password }),
  output: z.extend(Secret, { oldSecretEndsAt: Moment }),
})

export const pauseEndpoint = operation({
  method: 'PUT',
  path: '/portal/{portalId}/webhook/{endpointId}/pause',
  tag: 'webhooks',
  summary: 'Send an endpoint nothing for now; what happens waits for it, for 30 days',
  access: manage,
  scope: 'portal',
  input: EndpointOf,
  output: WebhookEndpoint,
})

export const resumeEndpoint = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/webhook/{endpointId}/pause',
  tag: 'webhooks',
  summary: 'Send an endpoint what waits for it, the oldest first',
  access: manage,
  scope: 'portal',
  input: EndpointOf,
  output: WebhookEndpoint,
})

/** A message on its way to an endpoint: how often it was tried, and what was answered last. */
export const WebhookSending = z.object({
  id: Id,
  messageId: z.string(),
  type: z.string(),
  state: z.enum(sendingStates),
  tries: z.number(),
  fault: z.nullable(z.enum(sendingFaults)),
  /** What was answered last: its status, and the beginning of its body. */
  status: z.nullable(z.number()),
  answer: z.nullable(z.string()),
  tookMs: z.nullable(z.number()),
  triedAt: z.nullable(Moment),
  /** When it is tried next; null where it is not. */
  nextAt: z.nullable(Moment),
  createdAt: Moment,
})
export type WebhookSending = z.infer<typeof WebhookSending>

export const testEndpoint = operation({
  method: 'POST',
  path: '/portal/{portalId}/webhook/{endpointId}/test',
  status: 201,
  tag: 'webhooks',
  summary: 'Send an endpoint a message of the type `test`',
  access: manage,
  scope: 'portal',
  input: EndpointOf,
  output: WebhookSending,
})

export const listSendings = operation({
  method: 'GET',
  path: '/portal/{portalId}/webhook/{endpointId}/sendings',
  tag: 'webhooks',
  summary: 'What an endpoint was sent and what it answered, the latest first',
  access: manage,
  scope: 'portal',
  input: z.extend(EndpointOf, { page: PageNumber, state: z.optional(z.enum(sendingStates)) }),
  output: List(WebhookSending),
})

export const sendAgain = operation({
  method: 'POST',
  path: '/portal/{portalId}/webhook/{endpointId}/sending/{sendingId}/again',
  status: 201,
  tag: 'webhooks',
  summary: 'Send a message again that was sent or given up, under the id that it has',
  access: manage,
  scope: 'portal',
  input: z.extend(EndpointOf, { sendingId: Id }),
  output: WebhookSending,
})
