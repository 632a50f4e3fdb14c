import { cpus } from 'node:os'

/** One measured figure; `limit` is what the issue asks for. */
export interface Figure {
  what: string
  value: number
  unit: string
  /** The same work done bare, in the same unit. */
  floor?: number
  /** How many times the floor. */
  ratio?: number
  limit?: string
  met?: boolean
}

/** The smallest of sorted values that so large a share of them does not exceed: of twenty, the nineteenth is their 95 %. */
export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

const show = (value: number | undefined, unit = '') =>
  value === undefined
    ? ''
    : `${value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)}${unit}`

/** The figures as a table of fixed columns. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, floor, ratio, limit, met }) => [
    what,
    show(value, ` ${unit}`),
    show(floor, ` ${unit}`),
    show(ratio, '×'),
    limit ?? '',
    met === undefined ? '' : met ? 'met' : 'NOT MET',
  ])
  const all = [['what', 'Backline', 'floor', 'ratio', 'limit', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

/** What figures were taken on. */
export const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length }
