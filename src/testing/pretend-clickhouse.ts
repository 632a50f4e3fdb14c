import { type ClickHouse, ClickHouseFailure } from '#platform/clickhouse.ts'

/** Columns that facts are told apart by; sums come after them. */
const texts = 13
const letters: Record<string, string> = { t: '\t', n: '\n', r: '\r' }
const plain = (cell: string) => cell.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter)

/**
 * Takes visits as a server of ClickHouse does, once for a token, and tells an hour's facts of them. `fault` may lose an insert
 * before or after it was taken, or do something at that moment.
 */
export function pretendClickHouse(
  fault: (n: number) => 'before' | 'after' | undefined | Promise<void> = () => undefined,
) {
  const taken = new Map<string, string>()
  let inserts = 0
  const clickhouse = {
    add: async (_table: string, _columns: string[], rows: string, token: string) => {
      const lost = await fault(inserts++)
      if (lost === 'before') throw new ClickHouseFailure('away')
      const known = taken.get(token)
      // A repeat is known by its token only if it is the same.
      if (known !== undefined && known !== rows) throw new Error('Other facts under the same token')
      taken.set(token, rows)
      if (lost === 'after') throw new ClickHouseFailure('cut off')
    },
    read: async (query: string) => {
      const [, hour] = / t = toDateTime\((\d+)\)/.exec(query) ?? []
      return facts().filter(([, t]) => t === hour)
    },
  } as unknown as ClickHouse
  /** Facts as rows of text, what has the same key added up. */
  const facts = (): string[][] => {
    const found = new Map<string, number[]>()
    for (const rows of taken.values())
      for (const row of rows.split('\n').filter(Boolean)) {
        const cells = row.split('\t')
        const key = cells.slice(0, texts).join('\t')
        const sums = found.get(key) ?? [0, 0, 0, 0]
        found.set(
          key,
          sums.map((sum, n) => sum + Number(cells[texts + n])),
        )
      }
    return [...found].map(([key, sums]) => [...key.split('\t').map(plain), ...sums.map(String)])
  }
  return {
    clickhouse,
    facts,
    hold: (rows: string) => void taken.set('held', rows),
    tokens: () => taken.size,
    inserts: () => inserts,
  }
}
