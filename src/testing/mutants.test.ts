import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { type Mutant, placesOf, weave } from './mutants.ts'

const changes = (source: string) => placesOf('a.ts', source).map(({ change }) => change)

test('what decides is turned round, and what only names or types is left alone', () => {
  expect(
    changes(`import { a } from 'b'\nexport const less = (a: 1 | 2, b = \`x\`) => a < c && 'x' + b`),
  ).toEqual([`a < c && 'x' + b: && → ||`, 'a < c: < → <='])
  expect(changes('if (!a) { store(1) }')).toEqual([
    'if !a: always',
    'if !a: never',
    '!a: without !',
    'without store(1)',
    '1 → 2',
  ])
  expect(changes('list.filter(even).some(odd); a?.list.filter(even)')).toEqual([
    'without list.filter(even).some(odd);',
    'list.filter(even).some(odd): some → every',
    'list.filter(even): without filter()',
  ])
})

test('what nobody can notice is left alone, and what looks like it is not', () => {
  expect(changes("await bulk.analyze('line'); await bulk.query('x')")).toEqual([
    "without await bulk.query('x')",
  ])
  expect(changes("await bulk.analyzeKept('a'); await bulk.query('set local enable_nestloop = off')")).toEqual(
    [],
  )
  expect(changes("await bulk.query('set local role none')")).toHaveLength(1)
  expect(changes('const [row] = await tx.select().from(a).limit(1)')).toEqual([])
  for (const source of [
    'const rows = await tx.select().from(a).limit(1)',
    'const [row, next] = await tx.select().from(a).limit(1)',
    'const [...all] = await tx.select().from(a).limit(1)',
    "const [row] = await tx.select().from(a).for('update').limit(1)",
    'const [row] = await tx.select().from(a).limit(1).offset(b)',
  ])
    expect(changes(source)).toEqual(['1 → 2'])
  expect(changes("text.split('/')[0] ?? 1")).toEqual(['0 → 1'])
  const turns = (source: string) => changes(source).filter((change) => /^\d/.test(change))
  expect(turns('x = list.sort((a, b) => a.c - b.c || (a.d < b.d ? -1 : 1))')).toEqual([])
  expect(turns('x = list.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))')).toEqual(['0 → 1'])
  expect(turns('x = list.map((a, b) => (a < b ? -1 : 1))')).toEqual(['1 → 2', '1 → 2'])
  expect(turns('x = list.sort((a, b) => (a - 1) * b)')).toEqual(['1 → 2'])
  for (const source of ["text?.split('/')[0] ?? 1", "text.split('/', 1)[0] ?? 1", "text.split('/')[1] ?? 1"])
    expect(changes(source)).toContainEqual(`${source}: without the fallback`)
})

test('SQL is turned round where it is a condition, and left to be SQL where something is set', () => {
  const whole = 'sql<string>`select sum(a) from t where b = ${c} and d is not null order by e desc`'
  expect(changes(whole).map((change) => change.replace(/.*: /, ''))).toEqual([
    'sum( → max(',
    '= → <>',
    'and → or',
    'is not null → is null',
    'desc → asc',
  ])
  expect(changes('sql`update t set a = 1 where b = 2`')).toEqual([])
})

/** What the woven source answers with one mutant awake; none for -1. */
function awake(source: string, id: number): unknown {
  const mutants: Mutant[] = placesOf('a.ts', source).map((place, at) => ({ ...place, id: at }))
  const woven = stripTypeScriptTypes(weave(source, mutants))
  const before = globalThis.__mutation
  try {
    globalThis.__mutation = { asked: (one) => one === id, begin: () => true }
    return new Function(`${woven}\nreturn answer(3, [1, 2, 5])`)()
  } finally {
    globalThis.__mutation = before
  }
}

test('mutants sleep until they are woken, each by itself, and one within another too', () => {
  const source = `
    const seen = []
    function answer(limit, list) {
      seen.length = 0
      list.forEach((one) => seen.push(one))
      seen.slice(1).includes(2) && seen.push(9)
      return seen.filter((one) => one > limit || one === 1)
    }`
  const all = placesOf('a.ts', source)
  expect(awake(source, -1)).toEqual([1, 5, 9])
  const answers = Object.fromEntries(all.map(({ change }, id) => [change, awake(source, id)]))
  expect(answers).toMatchObject({
    'one > limit || one === 1: || → &&': [],
    'one > limit: > → >=': [1, 5, 9],
    'one === 1: === → !==': [2, 5, 9],
  })
})
