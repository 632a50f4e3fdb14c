import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'

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

/** Text of a file, gzip or not, in UTF-8 or UTF-16 (told by its first bytes); `onBytes` counts bytes of the file. */
export async function openText(path: string, onBytes: (bytes: number) => void = () => {}): Promise<Readable> {
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
  let bytes: Readable = counted
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const gunzip = createGunzip()
    counted.on('error', (error) => gunzip.destroy(error))
    bytes = counted.pipe(gunzip)
  }
  const text = decoder()
  bytes.on('error', (error) => text.destroy(brokenGzip(error)))
  return bytes.pipe(text)
}

function brokenGzip(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException
  if (!code?.startsWith('Z_')) return error
  return new UnreadableFile('brokenGzip')
}

/** Bytes → text; the encoding is told by the first bytes, and what is no text is refused rather than replaced. */
function decoder(): Transform {
  let decode: ((chunk: Buffer | undefined) => string) | undefined
  const choose = (first: Buffer) => {
    const utf16 =
      first[0] === 0xff && first[1] === 0xfe
        ? 'utf-16le'
        : first[0] === 0xfe && first[1] === 0xff
          ? 'utf-16be'
          : undefined
    // Without a mark, Bandcamp's report still shows itself: every other byte of its ASCII header is 0.
    const bare = !utf16 && first.length > 3 && first[1] === 0 && first[3] === 0 ? 'utf-16le' : undefined
    const encoding = utf16 ?? bare
    if (encoding) {
      const stream = iconv.getDecoder(encoding)
      return (chunk: Buffer | undefined) => (chunk ? stream.write(chunk) : (stream.end() ?? ''))
    }
    const utf8 = new TextDecoder('utf-8', { fatal: true })
    return (chunk: Buffer | undefined) => (chunk ? utf8.decode(chunk, { stream: true }) : utf8.decode())
  }
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
  /** Number of the record, the header being row 1. */
  row: number
  fields: string[]
}

export interface CsvFile {
  header: string[]
  rows: AsyncIterable<CsvRow>
}

/**
 * Reads a CSV with a header row as a stream. The delimiter (comma, semicolon, tab) is the header's. Records with more
 * or fewer fields than the header are handed on as they are: they are an error of that row, not of the file.
 */
export async function openCsv(path: string, onBytes?: (bytes: number) => void): Promise<CsvFile> {
  const text = await openText(path, onBytes)
  const chunks = text[Symbol.asyncIterator]() as AsyncIterator<string>
  let head = ''
  while (!/\r|\n/.test(head)) {
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
    skip_empty_lines: true,
    max_record_size: maxFieldBytes,
    delimiter: delimiterOf(head.slice(0, head.search(/\r|\n|$/))),
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
  const records = parser[Symbol.asyncIterator]() as AsyncIterator<string[]>
  const first = await nextRecord(records)
  if (!first) throw new UnreadableFile('empty', { path })
  return { header: first.map((name) => name.trim()), rows: rowsOf(records) }
}

async function nextRecord(records: AsyncIterator<string[]>, row = 1): Promise<string[] | undefined> {
  try {
    const { done, value } = await records.next()
    return done ? undefined : value
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(error.code.includes('QUOTE') ? 'openQuote' : 'brokenCsv', { row })
  }
}

async function* rowsOf(records: AsyncIterator<string[]>): AsyncGenerator<CsvRow> {
  for (let row = 2; ; row++) {
    const fields = await nextRecord(records, row)
    if (!fields) return
    yield { row, fields }
  }
}

function delimiterOf(line: string): string {
  const count = (character: string) => line.split(character).length
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ','
}
