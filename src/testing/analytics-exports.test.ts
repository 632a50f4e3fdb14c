import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DetailKind } from '#features/analytics/choices.ts'
import type { Measure, Row } from '#features/analytics/contract.ts'
import type { DetailAnswer } from '#features/analytics/detail-contract.ts'
import { kinds } from '#features/analytics/pages/detail-kinds.ts'
import { categoryName, columnTitle, rowName } from '#features/analytics/pages/detail-words.ts'
import { as, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts } from './edge-facts.ts'
import { people } from './world/cast.ts'

// Every page as a file says cell by cell what the screen says: headings, names, totals, rows, order, columns, comparison.

const world = testDatabase()
beforeAll(() => addEdgeFacts(world.database), 120_000)

const tables = (Object.keys(kinds) as DetailKind[]).flatMap((kind): [DetailKind, string | undefined][] =>
  (kinds[kind].by ?? [undefined]).map((by) => [kind, by]),
)
const questions = [
  'f=2022-01-15&t=2024-12-31',
  'f=2022-03-01&t=2022-03-31&compare=previous&countries=ES&orderBy=-name',
  'f=2019-01-01&t=2026-12-31&compare=year',
]

/** A cell of a file as the screen's answer has it: euros, shares of 1, words. */
function expected(
  row: Row,
  key: string,
  kind: string,
  main: Measure,
  page: [DetailKind, string | undefined],
) {
  const value = row[key]
  if (value === null || value === undefined) return ''
  if (key === 'name') {
    // Days, months and years are written so that a sheet can reckon with them.
    const buckets = !page[1] && !['sales-by-portal', 'sales-by-product', 'albums-sold'].includes(page[0])
    return row.id === 'total' || buckets ? row.name : rowName(row.name, page[0], page[1], 'day')
  }
  if (typeof value !== 'number') return key === 'category' ? categoryName(String(value)) : String(value)
  if (key === 'deltaPct') return Math.round(value * 100) / 10_000
  if (kind === 'percent') return Math.round(value * 10_000) / 10_000
  return kind === 'money' || (key === 'previous' && main.endsWith('Cents')) ? value / 100 : value
}

describe.each(tables)('%s %s as a file', (kind, by) => {
  test.each(questions)('%s', async (question) => {
    const { call } = kinds[kind]
    const { analytics } = await as(world.database, 'label')
    const params = new URLSearchParams(question)
    if (by) params.set('by', by)
    const ask = analytics[call] as (input: object) => Promise<unknown>
    const answer = async (page: number) =>
      ok(await ask({ ...Object.fromEntries(params), page })) as DetailAnswer
    const first = await answer(1)
    const rows = [...first.rows]
    for (let page = 2; rows.length < first.total; page++) rows.push(...(await answer(page)).rows)
    const [main] = Object.keys(first.totals) as [Measure]
    const has = (key: string) => first.columns.some((column) => column.key === key)
    const total: Row = {
      id: 'total',
      name: 'Total',
      ...(first.totals as Record<string, number | null>),
      ...(has('previous')
        ? { previous: first.previous[main] ?? null, deltaPct: first.deltaPct[main] ?? null }
        : {}),
      share: has('share') && first.totals[main] ? 1 : null,
    }
    const screen = [
      first.columns.map(({ key }) => columnTitle(key, kind, by)),
      ...[total, ...rows].map((row) =>
        first.columns.map((column) => expected(row, column.key, column.kind, main, [kind, by])),
      ),
    ]

    const file = async (format: string) =>
      testApp(world.database).request(`/api/analytics/export/${call}?${params}&format=${format}&locale=es`, {
        headers: { cookie: await cookieFor(world.database, people.label.id) },
      })
    const csv = parse(await (await file('csv')).text(), {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as string[][]
    expect(csv.slice(0, screen.length)).toEqual(screen.map((line) => line.map(String)))
    const foot = csv.slice(screen.length).flat().join('\n')
    for (const said of [params.get('f'), params.get('t'), 'Cómo se calcula']) expect(foot).toContain(said)

    const bytes = new Uint8Array(await (await file('xlsx')).arrayBuffer())
    const sheet = (await readXlsx(bytes)).sheets[0]?.rows ?? []
    const cells = sheet.slice(0, screen.length).map((line) => first.columns.map((_, at) => line[at] ?? ''))
    expect(cells).toEqual(screen)
  })
})
