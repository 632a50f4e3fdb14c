import { describe, expect, test } from 'vitest'
import { groupsOf, type SharedModule } from '../../bin/build-groups.ts'

const weights = [1, 1, 1, 0.1]
const module = (
  id: string,
  characters: number,
  openings: number[],
  imports: string[] = [],
): SharedModule => ({ id, characters, openings, imports })
const grouped = (modules: SharedModule[], costs = {}) =>
  groupsOf(modules, { weights, perFile: 1_000, most: 10, ...costs }).map((ids) => ids.toSorted())

describe('modules travel together', () => {
  test('where the same pages need them', () => {
    expect(grouped([module('a', 9_000, [0, 1]), module('b', 9_000, [0, 1])])).toEqual([['a', 'b']])
  })

  test('where a file more costs more than what some have no use for', () => {
    const pair = (characters: number) => [
      module('wide', 5_000, [0, 1, 2]),
      module('some', characters, [0, 1]),
    ]
    // Two pages save a file of 1,000 each; the third would load what it does not need.
    expect(grouped(pair(1_900))).toEqual([['some', 'wide']])
    expect(grouped(pair(2_100))).toEqual([['wide'], ['some']])
  })

  test('but not for a dialog, which a page in ten opens', () => {
    const modules = [module('page', 500, [0, 1]), module('dialog', 500, [1, 3])]
    expect(grouped(modules)).toEqual([['page', 'dialog'].toSorted()])
    expect(grouped(modules, { weights: [1, 0.1, 1, 0.1] })).toEqual([['page'], ['dialog']])
  })

  test('and never when what one of them brings along costs the others more', () => {
    const pages = { weights: Array.from({ length: 9 }, () => 1) }
    const list = module('list', 100, [0, 1, 2, 3, 4])
    const form = module('form', 2_500, [0, 1, 2, 3, 5], ['library'])
    // Other pages need the library without the form, so that it is not of its part.
    const library = module('library', 50_000, [0, 1, 2, 3, 5, 6, 7, 8])
    expect(grouped([list, { ...form, imports: [] }, library], pages)).toContainEqual(['form', 'list'])
    expect(grouped([list, form, library], pages)).toContainEqual(['list'])
  })

  test('until a page needs no more of them than it may', () => {
    const modules = Array.from({ length: 6 }, (_, n) => module(`m${n}`, 3_000, n % 2 ? [0, 1] : [0, 2]))
    const apart = [...modules, module('x', 9_000, [0, 1, 2]), module('y', 4_000, [1, 2])]
    const of = (most: number) =>
      groupsOf(apart, { weights, perFile: 1_000, most }).filter((ids) =>
        ids.some((id) => apart.find((one) => one.id === id)?.openings.includes(0)),
      ).length
    expect(of(10)).toBe(3)
    expect(of(1)).toBe(1)
  })
})
