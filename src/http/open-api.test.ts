import { expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { openApiDocument } from './open-api.ts'

interface Entry {
  operationId: string
  summary?: string
  parameters?: { $ref?: string; name?: string }[]
  security?: Record<string, string[]>[]
  responses: Record<string, { $ref?: string; headers?: object }>
}
interface Document {
  security: object[]
  paths: Record<string, Record<string, Entry>>
  components: Record<string, Record<string, unknown>>
}
const document = (await openApiDocument('https://backline.test')) as Document
const methods = ({ parameters: _, ...entries }: Record<string, Entry>) => Object.values(entries)
const entries = Object.values(document.paths).flatMap(methods)
const entry = (name: string) => {
  const found = entries.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(name)
  return found
}
const answerOf = (name: string) => {
  const { $ref, ...answer } = entry(name).responses['200'] ?? {}
  return ($ref ? document.components['responses']?.[$ref.split('/').at(-1) ?? ''] : answer) as {
    headers?: object
  }
}
const refs = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)

test('tells of every operation, in less than 1,434 bytes each', () => {
  expect(entries.map(({ operationId }) => operationId).sort()).toEqual(
    operationList.map(({ fullName }) => fullName).sort(),
  )
  // 400 kB were allowed when there were 279 operations.
  expect(JSON.stringify(document).length).toBeLessThan(1_434 * entries.length)
})

test('what it points at is there', () => {
  for (const ref of new Set(refs(document))) {
    const [, , kind = '', name = ''] = ref.split('/')
    expect(document.components[kind]?.[name], ref).toBeDefined()
  }
})

test('things have names', () => {
  for (const name of [
    'Portal',
    'Product',
    'Order',
    'Bill',
    'Link',
    'Event',
    'Release',
    'Featured',
    'StockRow',
  ])
    expect(Object.keys(document.components['schemas'] ?? {})).toContain(name)
  expect(refs(entry('billing.getBill').responses['200'])).toEqual(['#/components/responses/Bill'])
  expect(refs(document.components['responses']?.['Bill'])).toContain('#/components/schemas/Bill')
  expect(refs(entry('links.listLinks').responses['200'])).toContain('#/components/schemas/Link')
  expect(refs(entry('links.updateLink'))).toContain('#/components/schemas/LinkDraft')
})

test('headers stand where they count', () => {
  const sent = (name: string) => (entry(name).parameters ?? []).map(({ $ref }) => $ref?.split('/').at(-1))
  expect(sent('links.updateLink')).toContain('IfMatch')
  expect(sent('billing.approveBill')).toContain('IfMatchRequired')
  expect(sent('links.createLink')).toContain('IdempotencyKey')
  expect(sent('links.listLinks')).not.toContain('IfMatch')
  expect(answerOf('links.updateLink').headers).toHaveProperty('ETag')
  for (const { contract, fullName } of operationList) {
    const { versioned, idempotent, outside } = contract['~orpc'].meta
    expect(
      sent(fullName).some((name) => name?.startsWith('IfMatch')),
      fullName,
    ).toBe(Boolean(versioned))
    // Rows of a bulk call are made once by the key of the whole.
    expect(sent(fullName).includes('IdempotencyKey'), fullName).toBe(
      Boolean(idempotent) || outside === 'bulk',
    )
  }
})

test('says what a key needs', () => {
  expect(entry('links.updateLink').security).toEqual([
    { session: [] },
    { apiKey: ['portal.editlinks:write'] },
  ])
  expect(entry('billing.getBillDocument').security).toContainEqual({
    apiKey: ['billing.viewbills', 'billing.downloadbills'],
  })
  // As everywhere where nothing else is said.
  expect(entry('keys.createKey').security).toBeUndefined()
  expect(document.security).toEqual([{ session: [] }])
  expect(entry('account.signIn').security).toEqual([])
})

test('null is a type, and a choice', () => {
  const draft = document.components['schemas']?.['LinkDraft'] as { properties?: { icon: object } } | undefined
  const icon = draft?.properties?.icon
  expect(icon).toMatchObject({ type: ['string', 'null'], enum: expect.arrayContaining(['music', null]) })
})

test('names the origin that it was asked for, whoever asked first', async () => {
  const other = (await openApiDocument('https://other.test')) as { servers: { url: string }[] }
  expect(other.servers).toEqual([{ url: 'https://other.test/api' }])
  expect(await openApiDocument('https://backline.test')).toBe(document)
})
