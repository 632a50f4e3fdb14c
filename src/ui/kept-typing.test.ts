import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  bringTyping,
  keepTyping,
  placeOf,
  portalOfTyping,
  takeTyping,
  typingWaits,
  watchTyping,
} from './kept-typing.ts'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
afterAll(() => vi.unstubAllGlobals())
const page = '/dashboard/webhooks'
const ana = { person: 'ana', portal: 'lobo' }
const beto = { person: 'beto', portal: 'lobo' }
const empty = { name: '', types: [] as string[], password: '' }
const place = placeOf(page, empty)
let unwatch: (() => void)[] = []
beforeEach(() => stored.clear())
afterEach(() => {
  for (const end of unwatch) end()
  unwatch = []
})
const shows = (where: string, base: object, mine: object) =>
  unwatch.push(watchTyping(where, () => ({ base, mine })))

test('what was typed in a dialog waits for its form, is given back once, and its secrets are not kept', () => {
  shows(place, empty, { name: 'Almacén', types: ['order'], password: 'hunter2' })
  expect(keepTyping(page, ana)).toBe(true)
  expect([...stored.values()].join()).not.toContain('hunter2')
  expect([typingWaits(page, ana), typingWaits(page, beto), typingWaits('/dashboard', ana)]).toEqual([
    true,
    false,
    false,
  ])
  expect(takeTyping(placeOf(page, { name: '', url: '' }), ana, { name: '', url: '' })).toBeUndefined()
  expect(takeTyping(place, ana, empty)).toMatchObject({
    base: { name: '', types: [] },
    mine: { name: 'Almacén', types: ['order'] },
  })
  expect([typingWaits(page, ana), takeTyping(place, ana, empty), stored.size]).toEqual([false, undefined, 0])
})

test('a file is chosen again, also where it is held as text', () => {
  const began = { file: '', confirmed: false }
  shows(placeOf(page, began), began, { file: 'MIIKcert', confirmed: true })
  keepTyping(page, ana)
  expect([...stored.values()].join()).not.toContain('MIIK')
  expect(takeTyping(placeOf(page, began), ana, began)?.mine).toEqual({ confirmed: true })
})

test('the same dialog of something else is left as it is', () => {
  shows(place, { ...empty, name: 'A' }, { ...empty, name: 'A2' })
  keepTyping(page, ana)
  expect(takeTyping(place, ana, { ...empty, name: 'B' })).toBeUndefined()
  expect(takeTyping(place, ana, { ...empty, name: 'A' })?.mine).toMatchObject({ name: 'A2' })
})

test('a page and what lies over it are kept beside each other, and what is on another page is not', () => {
  shows(page, { code: 1 }, { code: 2 })
  shows(place, empty, { ...empty, name: 'Almacén' })
  shows('/dashboard/links', { title: '' }, { title: 'Gira' })
  shows(`${page}/other`, { title: '' }, { title: 'Gira' })
  keepTyping(page, ana)
  expect(takeTyping('/dashboard/links', ana)).toBeUndefined()
  expect(takeTyping(page, ana)?.mine).toEqual({ code: 2 })
  expect(takeTyping(place, ana, empty)?.mine).toMatchObject({ name: 'Almacén' })
  expect(stored.size).toBe(0)
})

test('nothing typed, nobody known and nothing but secrets keep nothing', () => {
  shows(place, empty, empty)
  expect(keepTyping(page, ana)).toBe(false)
  shows(place, empty, { ...empty, password: 'hunter2' })
  expect([keepTyping(page, ana), stored.size]).toEqual([false, 0])
  shows(place, empty, { ...empty, name: 'Almacén' })
  expect([keepTyping(page, undefined), stored.size]).toEqual([false, 0])
})

test('what somebody else typed is thrown away unread, and what another version wrote is not read', () => {
  shows(place, empty, { ...empty, name: 'Almacén' })
  keepTyping(page, ana)
  expect([takeTyping(place, beto, empty), stored.size]).toEqual([undefined, 0])
  for (const text of ['{"person":"ana","path":"/x","base":{},"mine":{}}', 'no', 'null']) {
    stored.set('kept-typing', text)
    expect([takeTyping(place, ana, empty), typingWaits(page, ana)]).toEqual([undefined, false])
  }
})

test('what was typed in one portal is not put into the form of another, and waits for its own', () => {
  shows(page, { title: 'Uno' }, { title: 'Dos' })
  shows(place, empty, { ...empty, name: 'Almacén' })
  keepTyping(page, ana)
  const elsewhere = { person: 'ana', portal: 'vera' }
  expect([takeTyping(page, elsewhere), typingWaits(page, elsewhere)]).toEqual([undefined, false])
  expect([portalOfTyping('ana'), portalOfTyping('beto')]).toEqual(['lobo', undefined])
  expect(takeTyping(page, ana)?.mine).toEqual({ title: 'Dos' })
})

test('into the other language it comes along whole, or not at all', () => {
  shows(page, { title: '' }, { title: 'Gira' })
  shows(place, empty, { ...empty, password: 'hunter2' })
  bringTyping(page, ana)
  expect(stored.size).toBe(0)
  for (const end of unwatch) end()
  shows(page, { title: '' }, { title: 'Gira' })
  shows(place, empty, empty)
  bringTyping(page, ana)
  expect(takeTyping(page, ana)?.mine).toEqual({ title: 'Gira' })
})
