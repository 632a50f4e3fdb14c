import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { asService } from './db.ts'
import { contains, plain } from './like.ts'
import { select } from './select.ts'

const world = testDatabase()
const signs = ['a', 'Á', 'ã', 'n', 'Ñ', 'ç', 'E', 'é', 'x', 'ß', 'İ', '1', ' ', '\n', '漢', '🎸', 'ö']
const special = [...'%_\\.*+?^$()[]{}|-/#\'"&<>~:=!,;@`']

const both = { ours: sql<boolean>`t.ours`, before: sql<boolean>`t.before` }

/** What was asked before, in a slower way, and what the same words mean: written down, not read off the answer. */
const asWritten = (column: string, words: string) =>
  sql`${plain(sql`${column}::text`)} like ${plain(sql`${`%${words.replace(/[\\%_]/g, '\\$&')}%`}::text`)}`

test('words are found whatever their case and accents, and every sign means itself', async () => {
  // The same at each run.
  let seed = 7
  const any = <T>(list: readonly T[]) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return list[seed % list.length] as T
  }
  const text = (length: number) => Array.from({ length }, () => any([...signs, ...special])).join('')
  const pairs = Array.from({ length: 400 }, (_, at) => {
    const column = text(12)
    const start = at % 10
    // Every other one is a part of it, in another case.
    return [
      column,
      at % 2
        ? [...column]
            .slice(start, start + 2)
            .join('')
            .toUpperCase()
        : text(2),
    ] as const
  })
  pairs.push(
    ...special.map((sign) => [`a${sign}b`, sign] as const),
    ...special.map((sign) => ['ab', sign] as const),
  )
  const checks = pairs.map(
    ([column, words]) => sql`(${contains(sql`${column}::text`, words)}, ${asWritten(column, words)})`,
  )
  const rows = await world.database.transaction(asService('job'), (tx) =>
    select(tx, both, sql`(values ${sql.join(checks, sql`, `)}) t(ours, before)`),
  )
  const wrong = rows.flatMap(({ ours, before }, at) =>
    ours === before ? [] : [[...(pairs[at] ?? []), ours]],
  )
  expect(wrong).toEqual([])
  const found = rows.filter(({ ours }) => ours).length
  expect(found).toBeGreaterThan(200)
  expect(found).toBeLessThan(rows.length - 150)
})

test.each([
  ['Ventisca', 'ÉNTÍSC', true],
  ['Peñíscola', 'penisco', true],
  ['100 % lana', '0 %', true],
  ['100 lana', '0 %', false],
  ['a.b', 'a.b', true],
  ['axb', 'a.b', false],
  ['***', '***', true],
  ['(?i)x', '(?i)', true],
])('%s holds %s: %s', async (column, words, holds) => {
  const rows = await world.database.transaction(asService('job'), (tx) =>
    select(
      tx,
      { holds: sql<boolean>`t.holds` },
      sql`(select ${contains(sql`${column}::text`, words)} as holds) t`,
    ),
  )
  expect(rows).toEqual([{ holds }])
})
