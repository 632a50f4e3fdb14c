import { describe, expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { specifiedCalls, specifiedPages } from '#testing/specification.ts'

const declared = new Set(
  operationList.map(({ contract }) => `${contract['~orpc'].route.method} ${contract['~orpc'].route.path}`),
)

describe('calls of the specification', () => {
  test.each(specifiedCalls)('$method $path: built $built', ({ method, path, built }) => {
    expect(declared.has(`${method} ${path}`)).toBe(built)
  })

  test('no two calls share a method and a path', () => {
    const names = specifiedCalls.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(names).size).toBe(names.length)
    expect(declared.size).toBe(operationList.length)
  })
})

test('how much of the specification is there', () => {
  const calls = specifiedCalls.filter(({ built }) => built).length
  const pages = specifiedPages.filter(({ built }) => built).length
  console.log(`${calls} of ${specifiedCalls.length} calls, ${pages} of ${specifiedPages.length} pages`)
  expect(calls).toBeGreaterThanOrEqual(23)
  expect(pages).toBeGreaterThanOrEqual(12)
})
