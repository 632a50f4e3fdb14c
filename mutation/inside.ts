import { existsSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, inject, test } from 'vitest'

/** What a file of tests is run for: one mutant awake, or none, to see which mutants it meets. */
export interface Turn {
  /** Its name, of the files that are left behind too. */
  name: string
  mutant: number
  test: string
}

/** The mutants that a file of tests asked for. */
export interface Met {
  met: number[]
  /** Of those, the ones asked for before any of its tests began: a process asks for them once, when it reads their file. */
  atLoad: number[]
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which turns leave what they saw, and where a mutant that is found out has a file `over-ID`. */
    mutation: string
  }
}
declare global {
  var __mutation: { asked: (id: number) => boolean; begin: (turn: Turn) => boolean } | undefined
}

/** A mutant that was asked for so often keeps a loop from ending. */
const most = 20_000_000

const folder = inject('mutation')
const met = new Set<number>()
const atLoad = new Set<number>()
let loading = true
let awake: Turn | undefined
let failed = false
let times = 0

globalThis.__mutation = {
  asked: (id) => {
    met.add(id)
    if (loading) atLoad.add(id)
    if (awake?.mutant !== id) return false
    if (++times > most) throw new Error('The mutant keeps a loop from ending.')
    return true
  },
  /** Wakes the turn's mutant; false, and a test that is left out, when another turn has found it out already. */
  begin: (turn) => {
    if (turn.mutant >= 0 && existsSync(`${folder}/over-${turn.mutant}`)) {
      test.skip('is found out already', () => {})
      return false
    }
    awake = turn
    writeFileSync(`${folder}/begun-${turn.name}`, JSON.stringify({ pid: process.pid, at: Date.now() }))
    return true
  },
}

beforeAll(() => {
  loading = false
})
// One failure is enough: the rest of the file would only cost time.
beforeEach(({ skip }) => {
  if (failed && (awake?.mutant ?? -1) >= 0) skip()
})
afterEach(({ task }) => {
  failed ||= task.result?.state === 'fail'
})
afterAll(() => {
  if (!awake) return
  const all: Met = { met: [...met], atLoad: [...atLoad] }
  writeFileSync(`${folder}/met-${awake.name}`, JSON.stringify(all))
})
