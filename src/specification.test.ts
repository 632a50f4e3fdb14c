import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'
import { describe, expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { specifiedCalls, specifiedComingPages, specifiedPages } from '#testing/specification.ts'
import { isPlanned } from './pages/navigation.ts'
import { routes } from './pages/routes.ts'

const declared = new Set(
  operationList.map(({ contract }) => `${contract['~orpc'].route.method} ${contract['~orpc'].route.path}`),
)
const names = specifiedCalls.map(({ method, path }) => `${method} ${path}`)

describe('calls of the specification', () => {
  test.each(names)('%s', (name) => {
    expect(declared).toContain(name)
  })

  test('are 74, and no two share a method and a path', () => {
    expect(new Set(names).size).toBe(74)
    expect(names).toHaveLength(74)
    expect(declared.size).toBe(operationList.length)
  })
})

describe('pages of the specification', () => {
  const addressesOf = (nodes: readonly VirtualRouteNode[]): string[] =>
    nodes.flatMap((node) => [
      ...(node.type === 'index' ? ['/'] : node.type === 'route' ? [node.path] : []),
      ...('children' in node ? addressesOf(node.children ?? []) : []),
    ])
  // The route of every other address shows no page of its own.
  const patterns = addressesOf(routes.children ?? [])
    .filter((address) => address !== '/$')
    .map((address) => new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}$`))
  const has = (path: string) => patterns.some((pattern) => pattern.test(path))

  test.each(specifiedPages)('%s', (path) => {
    expect(has(path)).toBe(true)
  })

  test.each(specifiedComingPages)('%s is announced', (path) => {
    expect([has(path), isPlanned(path)]).toEqual([false, true])
  })

  test('are 42, and two that are announced', () => {
    expect([new Set(specifiedPages).size, specifiedComingPages.length]).toEqual([42, 2])
  })
})
