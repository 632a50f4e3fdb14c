import type { DecimalMark } from '#platform/amount.ts'
import { openCsv, UnreadableFile } from '#platform/csv.ts'
import { type ColumnMarks, columnsMax } from './columns.ts'
import { type GenericMap, tellMarks } from './read-generic.ts'

/** What an upload may unpack to; a longer history comes in by the command line. */
const charactersMax = 64 * 1024 * 1024

/**
 * Goes through an uploaded file once, as its import will, where that can neither hang nor fill the memory of anybody
 * else: what comes out of it is bounded. Answers what separates the decimals of a generic file's columns.
 * @throws UnreadableFile
 */
export async function vetFile(path: string, map?: GenericMap, answer?: DecimalMark): Promise<ColumnMarks> {
  const { header, rows } = await openCsv(path)
  if (header.length > columnsMax) throw new UnreadableFile('tooManyColumns', { max: columnsMax })
  let characters = 0
  const counted = async function* () {
    for await (const one of rows) {
      characters += one.fields.length
      for (const field of one.fields) characters += field.length
      if (characters > charactersMax)
        throw new UnreadableFile('tooLong', { max: charactersMax / 1024 / 1024 })
      yield one
    }
  }
  const file = { header, rows: counted() }
  if (map && !map.decimal) return tellMarks(file, map, answer)
  for await (const _ of file.rows);
  return map?.decimal ?? '.'
}
