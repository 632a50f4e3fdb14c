import { expect, test } from 'vitest'
import type { CallContext } from '#platform/call.ts'
import { answerTool } from './answer.ts'
import type { Tool } from './tools.ts'

const call = { headers: new Headers(), locale: 'en' } as unknown as CallContext
const toolOf = (rows: object[], skips: boolean, paged = false) =>
  ({
    ...{ name: 'x_list', operation: 'x.list', description: '', meta: { read: true }, schema: {} },
    ...{ fixed: {}, paged, skips, run: async () => ({ items: rows, total: rows.length }) },
  }) as unknown as Tool
const told = async (tool: Tool, args = {}) => {
  const text = (await answerTool(tool, call, args)).content[0]?.text ?? ''
  expect(text.length).toBeLessThan(24_500)
  return JSON.parse(text) as { items: unknown[]; leftOut?: string }
}
const long = { id: 'long', note: 'x'.repeat(60_000) }
const short = { id: 'short' }

test('a row that fits into no answer is told as far as it goes, and those after it are had', async () => {
  const first = await told(toolOf([long, short], true))
  expect(first.items).toEqual([expect.stringMatching(/^\{"id":"long","note":"x+ … \(cut/)])
  expect(first.leftOut).toContain('skipRows: 1')
  const { items, leftOut } = await told(toolOf([long, short], true), { skipRows: 1 })
  expect([items, leftOut]).toEqual([[short], undefined])
})

test('where rows come by pages, fewer are asked for', async () => {
  expect((await told(toolOf([long, short], false, true))).leftOut).toContain('1 more: ask again with fewer')
})

test('where it is the last one, nothing comes after it', async () => {
  const { leftOut } = await told(toolOf([long], true))
  expect(leftOut).not.toContain('skipRows')
})
