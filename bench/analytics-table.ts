import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** `node bench/analytics-table.ts`: writes docs/analytics.md anew from what `bench:analytics` keeps of `--beside` and `--alone`. */
interface Times {
  p95: number
}
interface Of {
  call: string
  view: string
  span: string
  limitMs: number
}
interface Taken {
  machine: { cpu: string; cores: number; at: string; load?: number }
  clickhouse?: string
}
type Beside = Taken & { volume: Volume; lines: (Of & Times & { clickhouse?: Times & { limitMs: number } })[] }
type Alone = Taken & { volume: Volume; larger: number; lines: (Of & { small?: Times; large?: Times })[] }
interface Volume {
  portals: number
  lines: number
  visits: number
}

const kept = <Found>(name: string): Found | undefined => {
  const file = new URL(name, import.meta.url)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Found) : undefined
}
const count = (n: number) => n.toLocaleString('en')
/** An answer, and whether it took longer than it may. */
const shown = (found: Times | undefined, limitMs: number) =>
  found ? `${count(Number(found.p95.toPrecision(2)))}${found.p95 > limitMs ? ' **over**' : ''}` : ''
const over = (all: readonly [Times | undefined, number][]) => {
  const told = all.flatMap(([found, limitMs]) => (found ? [found.p95 > limitMs] : []))
  return `${told.filter(Boolean).length} of ${told.length}`
}
const when = ({ machine: { at, cpu, cores, load = 0 }, clickhouse }: Taken) =>
  `${at.slice(0, 10)}, ${cpu}, ${cores} cores, ClickHouse ${clickhouse ?? '–'}${load > 0.5 ? `; the machine was at other work (load ${load.toFixed(1)} when it began)` : ''}`

/** What has been kept of both, as one table: a row for each question. */
export function writeAnalyticsTable(): void {
  const [beside, alone] = [kept<Beside>('analytics-beside.json'), kept<Alone>('analytics-alone.json')]
  const key = ({ call, view, span }: Of) => `${call}|${view}|${span}`
  const both = new Map(beside?.lines.map((line) => [key(line), line]))
  const single = new Map(alone?.lines.map((line) => [key(line), line]))
  const larger = alone?.larger ?? 1
  const rows = [...new Set([...both.keys(), ...single.keys()])].map((of) => {
    const [two, one] = [both.get(of), single.get(of)]
    const limits = { postgres: two?.limitMs ?? 0, clickhouse: two?.clickhouse?.limitMs ?? one?.limitMs ?? 0 }
    return { of: of.split('|'), two, one, limits }
  })
  const cells = rows.map(({ of, two, one, limits: { postgres, clickhouse } }) =>
    [
      ...of,
      two ? `${postgres} / ${clickhouse}` : `– / ${clickhouse}`,
      shown(two, postgres),
      shown(two?.clickhouse, clickhouse),
      shown(one?.small, clickhouse),
      shown(one?.large, 4 * clickhouse),
    ].join(' | '),
  )
  const of = (volume: Volume, times = 1) =>
    `${count(volume.lines * times)} lines and ${count(volume.visits * times)} visits of ${count(volume.portals)} portals`
  const text = `# Every analytics question, measured

Milliseconds at p95, over windows at random in three years; \`bench/analytics-calls.ts\` has the questions. Written by \`npm run bench:analytics\`.
Limits: PostgreSQL's, then ClickHouse's (four times as much over the larger history).

${
  beside
    ? `**Both stores side by side** (\`-- --beside\`): ${of(beside.volume)}, the same in both (${when(beside)}).
Over their limit: PostgreSQL ${over(rows.map(({ two, limits }) => [two, limits.postgres]))}, ClickHouse ${over(rows.map(({ two, limits }) => [two?.clickhouse, limits.clickhouse]))}.
`
    : ''
}${
  alone
    ? `
**ClickHouse by itself** (\`-- --alone\`): ${of(alone.volume)}, and ${of(alone.volume, larger)} (${when(alone)}).
Over their limit: ${over(rows.map(({ one, limits }) => [one?.small, limits.clickhouse]))} of the first, ${over(rows.map(({ one, limits }) => [one?.large, 4 * limits.clickhouse]))} of the second. What lines of orders
tell too, which stay in PostgreSQL, is not among these.
`
    : ''
}
| question | who | span | limits | PostgreSQL | ClickHouse | alone | alone, ${larger} × as much |
|---|---|---|---|---|---|---|---|
${cells.map((cell) => `| ${cell} |`).join('\n')}
`
  writeFileSync(new URL('../docs/analytics.md', import.meta.url), text)
}
if (import.meta.main) writeAnalyticsTable()
