import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { splitOnce } from '../../bin/split-once.ts'

type Call = (code: string, id: string) => unknown

/** A plugin of this name whose handler notes in `asked` what it is asked. */
function pluginOf(name: string, asked: string[], mark: string) {
  const handler = (code: string, id: string) => {
    asked.push(`${mark} ${id} ${code}`)
    return { code: `${mark} ${code}` }
  }
  return { name, transform: { filter: { id: /x/ }, handler } } as Plugin
}
const callOf = (plugin: unknown): Call => (plugin as { transform: { handler: Call } }).transform.handler
const name = (part: string) => `tanstack-router:code-splitter:${part}`

test('a page is parted once for browser and server, by what parted it first, and anew when it says something else', async () => {
  const asked: string[] = []
  const one = splitOnce(pluginOf(name('file'), asked, 'one'))
  const two = splitOnce(pluginOf(name('file'), asked, 'two'))
  expect(two).toMatchObject({ name: name('file'), transform: { filter: { id: /x/ } } })
  expect([callOf(one)('text', '/p'), callOf(two)('text', '/p')]).toEqual([
    { code: 'one text' },
    { code: 'one text' },
  ])
  callOf(two)('more', '/p')
  callOf(two)('text', '/q')
  expect(asked).toEqual(['one /p text', 'one /p more', 'one /q text'])
  const other = splitOnce(pluginOf(name('other'), asked, 'other'))
  expect(callOf(other)('text', '/p')).toEqual({ code: 'other text' })
})

test('it is found within lists and promises, all else is left as it is, and a shape that is not known is said', async () => {
  const asked: string[] = []
  const [[found]] = (await Promise.all(
    [splitOnce(Promise.resolve([pluginOf(name('deep'), asked, 'deep')]))].flat(),
  )) as [[Plugin]]
  callOf(found)('a', '/p')
  callOf(found)('a', '/p')
  expect(asked).toHaveLength(1)
  const react = { name: 'react' }
  expect([splitOnce(react), splitOnce(false), splitOnce([undefined])]).toEqual([react, false, [undefined]])
  expect(() => splitOnce({ name: name('new'), transform: () => null })).toThrow('not the shape')
})
