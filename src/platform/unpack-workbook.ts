import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** A workbook that unpacks to more than this is no list that somebody typed. */
const unpackedMax = 32 * 1024 * 1024
const partsMax = 2_000

interface Part {
  name: Buffer
  content: Buffer
}

/**
 * The same workbook with its parts side by side, none packed: what is read afterwards is exactly what was counted here,
 * whatever sizes, second directories or 64-bit records the file has. @throws when it is no archive or grows too large.
 */
export async function unpackWorkbook(bytes: Uint8Array): Promise<Uint8Array> {
  // Sizes are checked while unpacking: more than an entry tells of itself ends it.
  const archive = await fromBufferPromise(Buffer.from(bytes), { validateEntrySizes: true })
  if (archive.entryCount > partsMax) throw new Error('Too many parts')
  const parts: Part[] = []
  let left = unpackedMax
  for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
    if (entry.uncompressedSize > left) throw new Error('Too large')
    // Pictures and the like are never looked at.
    if (!/\.(xml|rels)$/i.test(entry.fileName)) continue
    const content = await read(archive, entry)
    left -= content.length
    parts.push({ name: Buffer.from(entry.fileName), content })
  }
  return stored(parts)
}

async function read(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A plain archive: local header and content of each part, then the directory. */
function stored(parts: readonly Part[]): Uint8Array {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of parts) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    chunks.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, content)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name)
    at += 30 + name.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...chunks, listed, end])
}
