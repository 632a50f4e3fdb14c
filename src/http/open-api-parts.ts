import { apiVersion } from './api-version.ts'

/** What answers of the API share, as components of its document. */

const error = {
  type: 'object',
  description: 'Why a call was refused.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'The same in every language; what programs go by' },
        message: { type: 'string', description: 'For people, in the language of `Accept-Language`' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'What is wrong with each field of the input, for people',
        },
        change: {
          type: 'object',
          required: ['mine', 'name', 'at'],
          properties: {
            mine: { type: 'boolean' },
            name: { type: ['string', 'null'] },
            at: { type: 'string', format: 'date-time' },
          },
          description:
            'With 412: whose change came first, and when; `name` is null for the provider’s people',
        },
      },
    },
  },
}

const text = { type: 'string' }
const headers = {
  'X-Request-Id': { description: 'What to name when asking about this call', schema: text },
  'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer' } },
  RateLimit: {
    description: 'Of a key: how many calls are left (`r`), and for how many seconds (`t`)',
    schema: text,
    example: '"key";r=2999;t=60',
  },
  'RateLimit-Policy': {
    description: 'Of a key: how many calls (`q`) it may make within so many seconds (`w`)',
    schema: text,
    example: '"key";q=3000;w=60',
  },
  'Backline-Version': {
    description:
      'The version of the API that answers, a day; a call that names another one in this header answers 400',
    schema: text,
    example: apiVersion,
  },
  ETag: { description: 'The version of what is answered, for `If-Match`', schema: text },
}
export const headerOf = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } })

const parameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of what is being changed. When somebody else has changed it since, the call answers 412 and changes nothing.',
    schema: text,
    example: '"3"',
  },
  IfMatchRequired: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The `ETag` of what is being changed; without it the call answers 428.',
    schema: text,
    example: '"3"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same call sent again under the same key is made once and gets the same answer.',
    schema: { type: 'string', maxLength: 200 },
    example: '5f0c6f1e-8f5b-4a29-9d6c-0d3a0f5f1c11',
  },
}
export const parameterOf = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })

/** Why a call is refused, by status. */
const refusals: Record<number, { name?: string; description: string }> = {
  400: { description: 'the input is not what the call takes; `fields` says where' },
  401: { description: 'no session and no key, or one that has ended' },
  403: { description: 'the caller, or the key, lacks the permission in `security` or `x-access`' },
  404: { name: 'NotFound', description: 'It is not there, or out of the caller’s reach' },
  409: { name: 'Conflict', description: 'What is there does not allow it now' },
  410: { description: 'it was there and is no more' },
  412: { name: 'Stale', description: 'It has been changed since the version in `If-Match`' },
  413: { description: 'the body is larger than the call takes' },
  422: { description: 'the input is well formed and cannot be done; `fields` says where' },
  428: { name: 'IfMatchRequired', description: 'The call needs `If-Match`' },
  429: { description: 'too many tries; `Retry-After` says when to go on' },
  500: { description: 'a fault of ours; name `X-Request-Id` when telling us' },
  502: { description: 'a shop or service that had to be asked has not answered' },
  503: { description: 'not now; `Retry-After` says when to try again' },
}
/** Does it stand at the operations that answer it? What any call may answer stands once, as `default`. */
export const isTold = (status: number, method: string): boolean =>
  refusals[status]?.name !== undefined && !(status === 409 && method === 'GET')
export const refusalOf = (status: number) => ({ $ref: `#/components/responses/${refusals[status]?.name}` })

const answer = (description: string) => ({
  description,
  headers: headerOf('X-Request-Id'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
const common = Object.entries(refusals)
  .filter(([, { name }]) => name === undefined)
  .map(([status, { description }]) => `- ${status}: ${description}`)
const responses = {
  Refusal: {
    ...answer(`What any call may answer:\n${common.join('\n')}`),
    headers: {
      ...headerOf('X-Request-Id'),
      ...headerOf('Backline-Version'),
      ...headerOf('Retry-After'),
      ...headerOf('RateLimit'),
      ...headerOf('RateLimit-Policy'),
    },
  },
  NotModified: { description: 'The answer would be the one whose `ETag` was sent in `If-None-Match`' },
  ...Object.fromEntries(
    Object.values(refusals).flatMap(({ name, description }) => (name ? [[name, answer(description)]] : [])),
  ),
}

/** What calls for files answer; which kind it is stands in the answer. */
export const fileContent = { '*/*': { schema: { type: 'string', format: 'binary' } } }
/** All rows of a list, each a line of JSON: for `Accept: application/x-ndjson`. */
export const lines = { 'application/x-ndjson': { schema: text } }

export const components = {
  schemas: { Error: error },
  headers,
  parameters,
  responses,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-backline',
      description: 'Of somebody who signed in',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key of /account/keys. What it needs stands beside it in `security`: a permission to read with, or the same with `:write` to change with.',
    },
  },
}
