import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { changesBetween, type Promised, promisesOf } from './api-changes.ts'
import { apiVersion } from './api-version.ts'
import { openApiDocument } from './open-api.ts'

const world = testDatabase()
const known = JSON.parse(readFileSync(new URL('../../docs/api/promises.json', import.meta.url), 'utf8')) as {
  version: string
  promised: Promised
}
const document = await openApiDocument('https://backline.example')

test('what programs were promised is kept, unless the version of the API is raised', () => {
  const { breaking } = changesBetween(known.promised, promisesOf(document))
  if (apiVersion === known.version) expect(breaking, 'see npm run api:changes').toEqual([])
  expect(apiVersion >= known.version).toBe(true)
  expect(Object.keys(known.promised).length).toBeGreaterThan(3_000)
})

test('every answer says of which version it is', async () => {
  const answer = await testApp(world.database).request('/api/session')
  expect(answer.headers.get('backline-version')).toBe(apiVersion)
})

test('a program that was written for another version is refused by name, and told of this one', async () => {
  const ask = (version: string) =>
    testApp(world.database).request('/api/app/build', {
      headers: { 'Backline-Version': version, 'Accept-Language': 'en' },
    })
  expect((await ask(apiVersion)).status).toBe(200)
  for (const other of ['2020-01-01', '2999-12-31', 'latest', '']) {
    const answer = await ask(other)
    expect([answer.status, answer.headers.get('backline-version')], other).toEqual([400, apiVersion])
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect(error.code).toBe('otherVersion')
    expect(error.message).toContain(`“${other}”`)
    expect(error.message).toContain(apiVersion)
  }
})

type Changed = Record<string, never> & { [key: string]: never }
const changed = (change: (document: Changed) => void) => {
  const copy = structuredClone(JSON.parse(JSON.stringify(document))) as Changed
  change(copy)
  return changesBetween(promisesOf(document), promisesOf(copy))
}
type Any = Record<string, unknown>
const shape = (document: Any, name: string) =>
  ((document['components'] as Any)['schemas'] as Record<string, { properties: Any; required: string[] }>)[
    name
  ]

test.each<[string, (document: never) => void, RegExp | undefined]>([
  ['a call that goes', (d: Any) => delete (d['paths'] as Any)['/portals'], /^GET \/portals is gone/],
  ['a field that goes', (d: Any) => delete shape(d, 'Link')?.properties['url'], /^Link\.url is gone/],
  [
    'a field of another kind',
    (d: Any) => Object.assign(shape(d, 'Link')?.properties ?? {}, { url: { type: 'number' } }),
    /^Link\.url was string! and is number!/,
  ],
  ['a field that may be missing', (d: Any) => shape(d, 'Link')?.required.splice(0, 1), /^Link\.\w+ was/],
  [
    'a field that has to be sent',
    (d: Any) => {
      Object.assign(shape(d, 'LinkDraft')?.properties ?? {}, { extra: { type: 'string' } })
      shape(d, 'LinkDraft')?.required.push('extra')
    },
    /^LinkDraft\.extra has to be sent/,
  ],
  [
    'a field that is told as well',
    (d: Any) => {
      Object.assign(shape(d, 'Link')?.properties ?? {}, { extra: { type: 'string' } })
      shape(d, 'Link')?.required.push('extra')
    },
    undefined,
  ],
  [
    'a field that may be sent',
    (d: Any) => Object.assign(shape(d, 'LinkDraft')?.properties ?? {}, { extra: { type: 'string' } }),
    undefined,
  ],
  [
    'a parameter of several kinds that may be sent',
    (d: Any) => {
      const paths = d['paths'] as Record<string, { get: { parameters: Any[] } }>
      paths['/portals']?.get.parameters.push({
        in: 'query',
        name: 'extra',
        schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      })
    },
    undefined,
  ],
] as never)('%s', (_, change, breaks) => {
  const { breaking, added } = changed(change as never)
  if (breaks) expect(breaking.join('\n')).toMatch(breaks)
  else expect([breaking, added.length > 0]).toEqual([[], true])
})
