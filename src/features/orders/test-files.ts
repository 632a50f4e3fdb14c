import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openCsv } from '#platform/csv.ts'
import type { LineDraft, Reader, RowFault } from './server/line-draft.ts'

/** Writes files that are gone after the tests of a file. */
export function testFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'backline-files-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let made = 0
  const file = (content: string | Buffer): string => {
    const path = join(folder, `${made++}.csv`)
    writeFileSync(path, content)
    return path
  }
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const csv = (rows: string[][]) => openCsv(file(rows.map((row) => row.map(quoted).join(',')).join('\n')))
  return { file, csv }
}

/** Everything that a reader makes of a file, amounts and moments as text. */
export async function readAll(reader: Reader) {
  const lines: LineDraft[] = []
  const faults: RowFault[] = []
  let rows = 0
  for await (const reading of reader) {
    rows += reading.rows
    lines.push(...reading.lines)
    faults.push(...reading.faults)
  }
  return { rows, faults, lines: lines.map(readable) }
}

const readable = ({ gross, net, tax, at, placedAt, ...line }: LineDraft) => ({
  ...line,
  at: new Date(at).toISOString(),
  placedAt: new Date(placedAt).toISOString(),
  gross: gross.toFixed(),
  net: net.toFixed(),
  tax: tax.toFixed(),
})
