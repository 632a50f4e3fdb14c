import { throughFile } from './temporary-file.ts'

/** Of a call that answers a file: the headers of its answer, and whether whoever asked has left. */
export interface Asked {
  headers: Headers
  signal?: AbortSignal | undefined
}

export interface NamedFile {
  /** With its ending. */
  name: string
  /** Its media type. */
  type: string
}

/**
 * Chunks as the file that a call answers (`fileOperation`), never held whole; no more are asked for once the caller has
 * left. What is said of the file is said before the first of them.
 */
export function fileOut(
  { headers, signal }: Asked,
  { name, type }: NamedFile,
  chunks: AsyncIterable<Uint8Array | string>,
): Promise<ReadableStream<Uint8Array>> {
  headers.set('content-type', type)
  headers.set('content-disposition', attachment(type === 'application/pdf' ? asPdf(name) : name))
  return throughFile(chunks, signal)
}

/** A file that is made in one piece. */
export interface WholeFile extends NamedFile {
  content: Uint8Array | string
}

/** The same of a file that is there already. */
export const wholeFileOut = (asked: Asked, { content, ...file }: WholeFile) =>
  fileOut(asked, file, once(content))

async function* once<T>(content: T): AsyncGenerator<T> {
  yield content
}

/** Documents keep the names that others gave them: one that is called like a page or a program would be opened as that. */
const asPdf = (name: string) => (/\.pdf$/i.test(name) ? name : `${name}.pdf`)

/** RFC 6266: a plain name for whoever reads no other, and the true one beside it where they differ. */
function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .+-]/g, '-')
  const full = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `attachment; filename="${plain}"${full}`
}
