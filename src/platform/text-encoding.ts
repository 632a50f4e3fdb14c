import iconv from 'iconv-lite'
import type { encodings } from './constants.ts'

export type Encoding = (typeof encodings)[number]

/** What the first bytes say; undefined when they say nothing. */
export function encodingAtStart(first: Uint8Array): Encoding | undefined {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le'
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be'
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return 'utf-8'
  // Without a mark, Bandcamp's report still shows itself: every other byte of its ASCII header is 0.
  return first.length > 3 && first[1] === 0 && first[3] === 0 ? 'utf-16le' : undefined
}

const sampleMax = 100_000
/** What accents, signs and quotes of our languages come to; anything else is no sign of having been read rightly. */
const usual = /[áéíóúüñçàèìòùâêîôûäöëïßãõÁÉÍÓÚÜÑÇÀÈÒÄÖºª¿¡€£«»·’“”–—…©®°´\u00a0]/g

/**
 * What a text is written in, told by all of its bytes: what is no UTF-8 is in one of the old encodings, that in which its
 * accents make sense. Undefined for what is no text.
 */
export async function encodingOf(bytes: AsyncIterable<Uint8Array>): Promise<Encoding | undefined> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let started = false
  let broken = false
  const beyond: number[] = []
  for await (const chunk of bytes) {
    const told = started ? undefined : otherAtStart(chunk)
    if (told) return told
    started = true
    broken ||= !decodes(utf8, chunk)
    if (!broken) continue
    if (chunk.some(isInNoText)) return undefined
    addBeyondAscii(chunk, beyond)
  }
  broken ||= !decodes(utf8)
  return broken ? oldEncodingOf(Buffer.from(beyond)) : 'utf-8'
}

/** A whole text, whatever it is written in; undefined for what is none. */
export async function textOf(bytes: Uint8Array): Promise<string | undefined> {
  async function* whole() {
    yield bytes
  }
  const encoding = await encodingOf(whole())
  if (!encoding) return undefined
  const decode = streamDecoder(encoding)
  return decode(bytes) + decode()
}

function otherAtStart(first: Uint8Array): Encoding | undefined {
  const told = encodingAtStart(first)
  return told === 'utf-8' ? undefined : told
}

function addBeyondAscii(chunk: Uint8Array, to: number[]) {
  for (const byte of chunk) if (byte > 0x7f && to.length < sampleMax) to.push(byte)
}

const isInNoText = (byte: number) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 0x1a

function oldEncodingOf(sample: Buffer): Encoding {
  const sense = (encoding: Encoding) => streamDecoder(encoding)(sample).match(usual)?.length ?? 0
  return (['windows-1252', 'macintosh', 'cp850'] as const).reduce((best, one) =>
    sense(one) > sense(best) ? one : best,
  )
}

/** Decodes chunk by chunk; without one, what is left. UTF-8 throws at what is none. */
export function streamDecoder(encoding: Encoding): (chunk?: Uint8Array) => string {
  if (encoding.startsWith('utf-16') || encoding === 'cp850') {
    // DOS code page 850 as it is since the euro.
    const stream = iconv.getDecoder(encoding === 'cp850' ? 'cp858' : encoding)
    return (chunk) => (chunk ? stream.write(Buffer.from(chunk)) : (stream.end() ?? ''))
  }
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
}

function decodes(utf8: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    utf8.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}
