import { expect, test } from 'vitest'
import { occasion } from './occasion.ts'

test('an occasion is told to one after the other, and what they answer comes back in their order', async () => {
  const asked = occasion<[number], string>('asked')
  const heard: string[] = []
  asked.heardBy(
    async (n) => {
      await Promise.resolve()
      heard.push('first')
      return `first ${n}`
    },
    (n) => {
      heard.push('second')
      return `second ${n}`
    },
  )
  expect(await asked.tell(7)).toEqual(['first 7', 'second 7'])
  expect(heard).toEqual(['first', 'second'])
})

test('a refusal of one ends it, before the next hears', async () => {
  const deleting = occasion('deleting')
  const heard: string[] = []
  deleting.heardBy(
    () => {
      throw new Error('still in use')
    },
    () => {
      heard.push('second')
    },
  )
  await expect(deleting.tell()).rejects.toThrow('still in use')
  expect(heard).toEqual([])
})

test('what nobody was named to hear is no silence, and nobody is named twice', async () => {
  const lost = occasion('lost')
  await expect(lost.tell()).rejects.toThrow('Nobody was named to hear "lost"')
  lost.heardBy()
  expect(await lost.tell()).toEqual([])
  expect(() => lost.heardBy()).toThrow('said before')
})
