/** One line of a drill's report: what is promised, the figure asked for, what was seen, and whether it holds. */
export interface DrillLine {
  promise: string
  figure: string
  result: string
  ok: boolean
}

/** The lines as a table for a terminal. */
export function drillTable(lines: readonly DrillLine[]): string {
  const cells = lines.map(({ promise, figure, result, ok }) => [
    ok ? 'ok' : 'FAILED',
    promise,
    figure,
    result,
  ])
  const rows = [['', 'promise', 'asked', 'seen'], ...cells]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
