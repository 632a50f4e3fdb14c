import { describe, expect, test } from 'vitest'
import { formatDay, parseDay } from '#platform/time.ts'
import { atOnce } from './server/clickhouse-at-once.ts'
import {
  daysWithin,
  idsOf,
  quotedText,
  statementOf,
  type Told,
  whoseOf,
} from './server/clickhouse-questions.ts'
import type { Selection } from './server/selection.ts'

/** What a server of ClickHouse is asked, in its own words, with days as days. */

const day = (text: string) => parseDay(text) ?? Number.NaN
const asked = (more: Partial<Told> = {}, f = '2024-02-10', t = '2024-02-12'): Told => ({
  ...{ kind: 'visits', by: '', isText: true, columns: ['portal_id'], sums: ['sum(visits)'], where: 'mine' },
  ...{ few: false, span: { first: day(f), last: day(t) }, ...more },
})
const shown = (statement: string) =>
  statement.replace(/toDate\((\d+)\)/g, (_, at) => formatDay(Number(at))).replace(/\s+/g, ' ')
const said = (scans: Told[][], names = true) => {
  let n = 0
  return shown(
    statementOf(
      scans.map((scan) => scan.map((told) => ({ ...told, n: n++ }))),
      names,
    ),
  )
}
/** Of each look at facts: which days, told apart by what, and which totals it names. */
const looks = (statement: string) =>
  [
    ...statement.matchAll(
      /WHERE mine AND \((.*?)\) (?:GROUP BY (\w+(?:, \w+)*) ?)?(?:SETTINGS \w+ = '(\w+)')?\)/g,
    ),
  ].map(([, days, by, total]) => [days, by, total])
const lookOf = (...of: Parameters<typeof asked>) => looks(said([[asked(...of)]]))
const days = (from: string, until: string, column = 'day') => `${column} >= ${from} AND ${column} < ${until}`

describe('a question', () => {
  test('is one row of its number and one text for each column', () => {
    expect(said([[asked()]], false)).toBe(
      `SELECT n, [arrayStringConcat(groupArray('""'), ','), arrayStringConcat(groupArray(toString(s0)), ',')] ` +
        'FROM (SELECT n, a0 AS s0 FROM (SELECT 0 AS n, sum(visits) AS a0 FROM visit_fact ' +
        `WHERE mine AND (${days('2024-02-10', '2024-02-13')}) )) GROUP BY n`,
    )
  })

  test('of those that have most of a sum leaves the others out', () => {
    const most = { sum: 'sum(clicks)', rows: 7 }
    const told = said([[asked({ by: 'source', sums: ['sum(visits)', 'sum(clicks)'], most })]])
    expect(told).toContain('FROM (SELECT n, told_by, a0 AS s0, a1 AS s1 FROM (')
    expect(told).toMatch(/\) ORDER BY s1 DESC, toString\(told_by\) LIMIT 7\) GROUP BY n$/)
  })

  test('has its keys as quoted texts, or ids as they are, and moments as seconds', () => {
    const columnsOf = (more: Partial<Told>) =>
      said([[asked({ by: 'source', ...more })]]).slice(
        'SELECT n, ['.length,
        -1 + said([[asked({ by: 'source', ...more })]]).indexOf(' FROM ('),
      )
    const sum = `arrayStringConcat(groupArray(toString(s0)), ',')`
    const told = (column: string) => `arrayStringConcat(groupArray(${column}), ',')`
    expect(columnsOf({})).toBe(`${told(quotedText('told_by'))}, ${sum}`)
    expect(columnsOf({ isText: false })).toBe(`${told('toString(told_by)')}, ${sum}`)
    expect(columnsOf({ grouping: 'day' })).toBe(
      `${told(quotedText('told_by'))}, ${told('toString(told_at)')}, ${sum}`,
    )
  })

  test('reads the fewest rows that tell it, and names their totals where the server understands that', () => {
    const some = days('2024-02-10', '2024-02-13')
    expect(lookOf()).toEqual([[some, undefined, 'day_portal']])
    expect(looks(said([[asked()]], false))).toEqual([[some, undefined, undefined]])
    // Of few portals their days lie beside each other.
    expect(lookOf({ few: true })).toEqual([[some, undefined, 'portal_day']])
    expect(lookOf({ by: 'source', columns: ['source'] })).toEqual([[some, 'told_by', 'day_source']])
    expect(said([[asked({ by: 'source' })]])).toContain('0 AS n, source AS told_by, sum(visits) AS a0')
    // What no totals tell by day and device is read from facts, of which any totals that are named are fewer.
    expect(lookOf({ by: 'device', columns: ['device', 'channel'] })).toEqual([[some, 'told_by', 'day_hour']])
  })

  test('over time is told by hours, days and months of Madrid', () => {
    const of = (grouping: Told['grouping'], t = '2024-02-12') => {
      const told = said([[asked({ grouping, columns: [] }, '2024-02-01', t)]])
      return [looks(told), [...told.matchAll(/(toUnixTimestamp\(.*?\)) AS told_at/g)].map(([, at]) => at)]
    }
    const some = days('2024-02-01', '2024-02-13')
    expect(of('time')).toEqual([[[some, 'told_at', 'day_hour']], ['toUnixTimestamp(toStartOfHour(t))']])
    const at = (column: string) => `toUnixTimestamp(toDateTime(${column}, 'Europe/Madrid'))`
    expect(of('day')).toEqual([[[some, 'told_at', 'day_hour']], [at('day')]])
    // Whole months are days where it asks for days or hours of portals.
    const months = days('2024-02-01', '2024-04-01')
    for (const [grouping, total] of [
      ['day', 'day_portal'],
      ['time', 'day_hour'],
    ] as const)
      expect(lookOf({ grouping }, '2024-02-01', '2024-03-31')).toEqual([[months, 'told_at', total]])
    const told = said([[asked({ grouping: 'month' }, '2024-02-01', '2024-03-02')]])
    expect([...told.matchAll(/(toUnixTimestamp\(.*?\)) AS told_at/g)].map(([, one]) => one)).toEqual([
      ...[at('month'), at('toStartOfMonth(day)')],
    ])
    expect(told).toMatch(
      /^SELECT n, \[.*\] FROM \(SELECT n, told_at, sum\(a0\) AS s0 .* GROUP BY n, told_at\) GROUP BY n$/,
    )
  })

  test('of months reads the whole ones from totals by month and the days around them by day, added up', () => {
    const told = said([[asked({ by: 'portal_id', isText: false }, '2024-01-20', '2024-04-12')]])
    expect(looks(told)).toEqual([
      [days('2024-02-01', '2024-04-01', 'month'), 'told_by', 'month_portal'],
      [
        `${days('2024-01-20', '2024-02-01')} OR ${days('2024-04-01', '2024-04-13')}`,
        ...['told_by', 'day_portal'],
      ],
    ])
    expect(told).toContain('FROM (SELECT n, told_by, sum(a0) AS s0 FROM (SELECT * FROM (SELECT 0 AS n')
    expect(told).toContain(') UNION ALL SELECT * FROM (')
    expect(told).toMatch(/\) GROUP BY n, told_by\) GROUP BY n$/)
    // Whole months have no days around them, and days within one no month.
    const month = days('2024-02-01', '2024-03-01', 'month')
    expect(lookOf({}, '2024-02-01', '2024-02-29')).toEqual([[month, undefined, 'month_portal']])
    expect(lookOf({}, '2024-02-01', '2024-02-28')).toEqual([
      [days('2024-02-01', '2024-02-29'), undefined, 'day_portal'],
    ])
    expect(lookOf({ few: true }, '2024-02-01', '2024-02-29')).toEqual([
      [days('2024-02-01', '2024-03-01'), undefined, 'portal_day'],
    ])
  })

  test('of no days is none', () => {
    expect(() => statementOf([[]], true)).toThrow('A look without a question')
  })
})

describe('questions that differ by their days alone', () => {
  const [march, may] = [asked({}, '2024-03-01', '2024-03-31'), asked({}, '2024-05-10', '2024-05-20')] as const

  test('are one look, which says whose each row is, in the order of their days', () => {
    const told = said([[may, march]])
    expect(looks(told)).toEqual([
      [days('2024-03-01', '2024-04-01', 'month'), 'n', 'month_portal'],
      [days('2024-05-10', '2024-05-21'), 'n', 'day_portal'],
    ])
    expect(told).toContain('if(month < 2024-05-10, 1, 0) AS n')
    expect(told).toContain('if(day < 2024-05-10, 1, 0) AS n')
    const three = said([
      [asked({}, '2024-03-11', '2024-03-20'), asked(), asked({}, '2024-04-02', '2024-04-03')],
    ])
    expect(three).toContain('if(day < 2024-03-11, 1, if(day < 2024-04-02, 0, 2)) AS n')
  })

  test('that meet are one stretch, and others two', () => {
    const of = (t: string) => lookOf2(asked(), asked({}, t, '2024-02-20'))
    const lookOf2 = (...both: Told[]) => looks(said([both]))[0]?.[0]
    expect(of('2024-02-13')).toBe(days('2024-02-10', '2024-02-21'))
    expect(of('2024-02-14')).toBe(
      `${days('2024-02-10', '2024-02-13')} OR ${days('2024-02-14', '2024-02-21')}`,
    )
  })

  test('and others beside them are one statement', () => {
    const told = said([[asked()], [asked({ kind: 'orders', sums: ['sum(units)'] })]])
    expect(told).toContain(') GROUP BY n UNION ALL SELECT n, [')
    expect([...told.matchAll(/(\d) AS n, (.*?) AS a0 FROM (\w+)/g)].map(([, ...rest]) => rest)).toEqual([
      ['0', 'sum(visits)', 'visit_fact'],
      ['1', 'sum(units)', 'sale_fact'],
    ])
  })
})

describe('what is asked at once', () => {
  /** Answers each question with the days that it was asked for. */
  function server() {
    const heard: string[] = []
    const ask = async (statement: string) => {
      heard.push(shown(statement))
      return [...statement.matchAll(/SELECT (\d) AS n/g)].map(([, n]) => [Number(n), [`of ${n}`]])
    }
    return { heard, tell: atOnce(ask, true) }
  }

  test('is asked by one statement, and each hears its own answer', async () => {
    const { heard, tell } = server()
    const told = await Promise.all([
      tell(asked()),
      tell(asked({ by: 'source' })),
      tell(asked({ where: 'mine' })),
    ])
    expect(heard).toHaveLength(1)
    expect(told).toEqual([['of 0'], ['of 1'], ['of 2']])
    // What is asked after it is another statement, numbered anew.
    expect(await tell(asked())).toEqual(['of 0'])
    expect(heard).toHaveLength(2)
  })

  test('is one look of periods that lie apart, whichever is first, and never of what overlaps', async () => {
    const looked = async (...all: Told[]) => {
      const { heard, tell } = server()
      await Promise.all(all.map(tell))
      return looks(heard[0] ?? '').length
    }
    const [before, after] = [asked({}, '2024-02-07', '2024-02-09'), asked({}, '2024-02-13', '2024-02-14')]
    expect(await looked(asked(), before)).toBe(1)
    expect(await looked(asked(), after)).toBe(1)
    expect(await looked(asked(), before, after)).toBe(1)
    expect(await looked(asked(), asked({}, '2024-02-12', '2024-02-14'))).toBe(2)
    expect(await looked(asked(), asked({}, '2024-02-07', '2024-02-10'))).toBe(2)
    // It lies apart from one of both, and not from the other.
    expect(await looked(asked(), after, asked({}, '2024-02-14', '2024-02-15'))).toBe(2)
    expect(await looked(asked(), { ...before, where: 'mine' })).toBe(1)
    expect(await looked(asked(), asked({ by: 'source' }, '2024-02-07', '2024-02-09'))).toBe(2)
    const most = { sum: 'sum(visits)', rows: 3 }
    expect(await looked(asked({ by: 'source', most }), { ...before, by: 'source', most })).toBe(2)
  })

  test('says to each that nobody answered, and to whom nothing was found that it is nothing', async () => {
    const away = atOnce(() => Promise.reject(new Error('away')), false)
    const all = await Promise.allSettled([away(asked()), away(asked({ by: 'source' }))])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await atOnce(async () => [], false)(asked())).toEqual([])
  })
})

describe('whose facts', () => {
  const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const portals = [{ id: id(1) }, { id: id(2) }] as unknown as Selection['portals']
  const of = (selection: Partial<Selection>) =>
    whoseOf({ whole: false, portals, countries: [], ...selection } as Selection)

  test('are everybody’s, those of portals, or what went to some countries', () => {
    expect(of({ whole: true })).toBe('1')
    expect(of({})).toBe(`portal_id IN ('${id(1)}', '${id(2)}')`)
    expect(of({ whole: true, countries: ['ES', 'PT'] })).toBe(`1 AND country IN ('ES', 'PT')`)
  })

  test('are nobody’s where none are named, and many are named in one text', () => {
    expect(idsOf([])).toBe(`('00000000-0000-0000-0000-000000000000')`)
    const many = (count: number) => Array.from({ length: count }, (_, n) => id(n))
    expect(idsOf(many(1))).toBe(`('${id(0)}')`)
    expect(idsOf(many(100))).toMatch(/^\('.*', '.*'\)$/)
    expect(idsOf(many(101))).toBe(`(SELECT toUUID(arrayJoin(splitByChar(',', '${many(101).join(',')}'))))`)
  })

  test('are of no days that a moment cannot be of', () => {
    expect(daysWithin('day', -5, 49_709)).toBe('day >= toDate(0) AND day < toDate(49709)')
    expect(daysWithin('day', 1, 60_000)).toBe('day >= toDate(1) AND day < toDate(49710)')
  })
})
