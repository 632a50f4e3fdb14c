import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import type { delimiters } from './constants.ts'
import { type Encoding, encodingAtStart, streamDecoder } from './text-encoding.ts'

/** A file that cannot be read as what it should be. The words for `code` are in messages under `import`. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly code: string
  readonly params: Record<string, string | number>
  constructor(code: string, params: Record<string, string | number> = {}) {
    super(`${code} ${JSON.stringify(params)}`)
    this.code = code
    this.params = params
  }
}

const maxFieldBytes = 10_000_000

/** Text of a file, gzip or not; without an encoding in UTF-8 or UTF-16, told by its first bytes. */
export async function openText(
  path: string,
  onBytes: (bytes: number) => void = () => {},
  encoding?: Encoding,
): Promise<Readable> {
  const bytes = await openBytes(path, onBytes)
  const text = decoder(encoding)
  bytes.on('error', (error) => text.destroy(error))
  return bytes.pipe(text)
}

/** Bytes of a file, unpacked if it is gzip; `onBytes` counts those of the file. */
export async function openBytes(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<Readable> {
  const head = Buffer.alloc(4)
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile('cannotOpen', { path, reason: error.code ?? error.message })
  })
  const { bytesRead } = await handle.read(head, 0, 4, 0).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile('cannotOpen', { path, reason: error.code ?? error.message })
  })
  await handle.close()
  if (bytesRead === 0) throw new UnreadableFile('empty', { path })
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  file.on('error', (error) => counted.destroy(error)).pipe(counted)
  counted.on('close', () => file.destroy())
  if (head[0] !== 0x1f || head[1] !== 0x8b) return counted
  const unpacked = new PassThrough()
  const gunzip = createGunzip()
  counted.on('error', (error) => gunzip.destroy(error))
  gunzip.on('error', (error) => unpacked.destroy(brokenGzip(error)))
  unpacked.on('close', () => counted.destroy())
  return counted.pipe(gunzip).pipe(unpacked)
}

function brokenGzip(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException
  if (!code?.startsWith('Z_')) return error
  return new UnreadableFile('brokenGzip')
}

/** Bytes → text; what is no text in its encoding is refused rather than replaced. */
function decoder(given?: Encoding): Transform {
  let decode: ((chunk?: Buffer) => string) | undefined
  const choose = (first: Buffer) => streamDecoder(given ?? encodingAtStart(first) ?? 'utf-8')
  const guarded = (chunk: Buffer | undefined) => {
    try {
      return decode?.(chunk) ?? ''
    } catch {
      throw new UnreadableFile('notText')
    }
  }
  return new Transform({
    readableObjectMode: false,
    encoding: 'utf8',
    transform(chunk: Buffer, _encoding, done) {
      try {
        decode ??= choose(chunk)
        done(null, guarded(chunk))
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, guarded(undefined))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

export interface CsvRow {
  /** Number of the row as a spreadsheet counts it: empty ones too, and a cell of several lines as one. */
  row: number
  fields: string[]
  /** Places of cells that a workbook holds as numbers: written with a point, whatever the others are written with. */
  exact?: ReadonlySet<number>
}

export interface CsvFile {
  header: string[]
  rows: AsyncIterable<CsvRow>
}

/** How a text is a table, where that is known; what is not is told from its beginning. */
export interface CsvLayout {
  encoding?: Encoding | undefined
  delimiter?: (typeof delimiters)[number] | undefined
  /** The row that names the columns; 1 unless said. */
  headerRow?: number | undefined
}

/**
 * Reads a CSV with a header row as a stream. Without a layout the delimiter (comma, semicolon, tab) is the header's. Rows
 * with more or fewer fields than the header are handed on as they are: they are an error of that row, not of the file.
 */
export async function openCsv(
  path: string,
  onBytes?: (bytes: number) => void,
  { encoding, delimiter, headerRow = 1 }: CsvLayout = {},
): Promise<CsvFile> {
  const text = await openText(path, onBytes, encoding)
  const chunks = text[Symbol.asyncIterator]() as AsyncIterator<string>
  let head = ''
  // Lines with nothing in them say nothing of how the others are parted.
  while (!/\r|\n/.test(head.trimStart())) {
    const next = await chunks.next()
    if (next.done) break
    head += next.value
    if (head.length > maxFieldBytes) throw new UnreadableFile('noHeader', { path })
  }
  if (/^\uFEFF?\s*[{[<]/.test(head)) throw new UnreadableFile('notCsv')
  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: false,
    max_record_size: maxFieldBytes,
    delimiter: delimiter ?? delimiterOf(/\S.*/.exec(head)?.[0] ?? ''),
  })
  const feed = async () => {
    const write = async (chunk: string) => {
      if (!parser.write(chunk)) await new Promise<void>((resolve) => parser.once('drain', resolve))
    }
    await write(head)
    for (;;) {
      const next = await chunks.next()
      if (next.done) break
      await write(next.value)
    }
    parser.end()
  }
  feed().catch((error: Error) => parser.destroy(error))
  const records = rowsOf(parser[Symbol.asyncIterator]() as AsyncIterator<string[]>)
  for (;;) {
    const { done, value } = await records.next()
    if (done) throw new UnreadableFile('empty', { path })
    if (value.row >= headerRow) return { header: value.fields.map((name) => name.trim()), rows: records }
  }
}

async function nextRecord(records: AsyncIterator<string[]>, row: number): Promise<string[] | undefined> {
  try {
    const { done, value } = await records.next()
    return done ? undefined : value
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(error.code.includes('QUOTE') ? 'openQuote' : 'brokenCsv', { row })
  }
}

async function* rowsOf(records: AsyncIterator<string[]>): AsyncGenerator<CsvRow> {
  for (let row = 1; ; row++) {
    const fields = await nextRecord(records, row)
    if (!fields) return
    if (fields.length > 1 || fields[0]?.trim()) yield { row, fields }
  }
}

function delimiterOf(line: string): string {
  const count = (character: string) => line.split(character).length
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ','
}
