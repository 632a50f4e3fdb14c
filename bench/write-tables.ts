import { readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from './figures.ts'

/** `node bench/write-tables.ts`: writes the tables of docs/operations.md anew from bench/results.json, between their marks. */
type Taken = Figure & { at: string }
const { figures } = JSON.parse(readFileSync(new URL('results.json', import.meta.url), 'utf8')) as {
  figures: Taken[]
}
const docs = new URL('../docs/operations.md', import.meta.url)

const shown = (value: number | undefined, unit = '') =>
  value === undefined
    ? ''
    : `${Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3))}${unit && ` ${unit}`}`
const verdict = ({ met }: Partial<Figure>) => (met === undefined ? '' : met ? 'met' : 'NOT MET')
const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const ofList = /^GET (\S+), (staff|label|artist), (.+)$/

function measured(): string {
  const rows = figures
    .filter(({ what }) => !ofList.test(what))
    .map((figure) => {
      const { what, value, unit, floor, ratio, limit = '', at } = figure
      return rowOf([
        ...[what, shown(value, unit), shown(floor), ratio === undefined ? '' : `${shown(ratio)}×`, limit],
        ...[verdict(figure), at.slice(0, 10)],
      ])
    })
  return [
    rowOf(['what', 'Backline', 'floor', 'ratio', 'limit', '', 'taken']),
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function lists(): string {
  const each = new Map<string, Record<string, Taken>>()
  for (const figure of figures) {
    const [, path, who, what] = ofList.exec(figure.what) ?? []
    if (path && who && what) each.set(`${path} ${who}`, { ...each.get(`${path} ${who}`), [what]: figure })
  }
  const rows = [...each].map(([key, told]) => {
    const [path = '', who = ''] = key.split(' ')
    const [first, cpu, other] = [told.p95, told['CPU beside a small world'], told['slowest other']]
    const ok = [first, cpu, other].every((figure) => figure?.met !== false)
    return rowOf([
      ...[ok ? 'ok' : '', `\`${path}\``, who, shown(first?.value), shown(cpu?.floor), shown(cpu?.value)],
      ...[cpu?.ratio === undefined ? '' : `${shown(cpu.ratio)}×`, shown(other?.value)],
    ])
  })
  const head = [
    '',
    'list',
    'who',
    'p95 ms',
    'small, CPU ms',
    'large, CPU ms',
    'slope',
    'slowest other, p95 ms',
  ]
  return [rowOf(head), '|---|---|---|---|---|---|---|---|', ...rows].join('\n')
}

function between(text: string, mark: string, inside: string): string {
  const [from, to] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`]
  const [begin, end] = [text.indexOf(from), text.indexOf(to)]
  if (begin < 0 || end < begin) throw new Error(`docs/operations.md has no ${from} … ${to}`)
  return `${text.slice(0, begin + from.length)}\n${inside}\n${text.slice(end)}`
}

const text = readFileSync(docs, 'utf8')
writeFileSync(docs, between(between(text, 'bench', measured()), 'bench:lists', lists()))
