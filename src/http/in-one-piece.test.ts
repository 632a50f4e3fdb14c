import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inOnePiece } from './in-one-piece.ts'

const text = 'Más de 1.234,56 € — '.repeat(200)
const page = (body: string | null = text, type = 'text/html; charset=utf-8') =>
  new Response(body, { headers: { 'Content-Type': type, 'Content-Length': '1' } })
const sent = async (accepted: string | undefined) => {
  const { headers, body } = await inOnePiece(page(), accepted, text)
  const bytes = new Uint8Array(await new Response(body).arrayBuffer())
  return { encoding: headers.get('content-encoding'), vary: headers.get('vary'), bytes }
}

describe('what is sent in one piece', () => {
  test.each([
    // As Chrome, Safari and curl ask.
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['deflate, GZIP', 'gzip', gunzipSync],
    ['zstd;q=0, br;q=0.0, gzip;q=0.5', 'gzip', gunzipSync],
    ['br ; q=1.0', 'br', brotliDecompressSync],
  ])('%s gets %s', async (accepted, encoding, unpack) => {
    const answer = await sent(accepted)
    expect(answer).toMatchObject({ encoding, vary: 'Accept-Encoding' })
    expect(answer.bytes.length).toBeLessThan(text.length / 4)
    expect(unpack(answer.bytes).toString()).toBe(text)
  })

  test.each([undefined, '', 'identity', 'gzip;q=0', 'notgzip, brx'])(
    '%s gets it as it is',
    async (accepted) => {
      const answer = await sent(accepted)
      expect(answer).toMatchObject({ encoding: null, vary: 'Accept-Encoding' })
      expect(new TextDecoder().decode(answer.bytes)).toBe(text)
    },
  )

  test('also where its text is not known', async () => {
    const answer = await inOnePiece(page(), 'zstd')
    expect(answer.headers.get('content-length')).toBeNull()
    expect(zstdDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(text)
  })

  test('less than a packet stays as it is, and files go on as they are', async () => {
    expect(
      (await inOnePiece(page('{}', 'application/json'), 'br')).headers.get('content-encoding'),
    ).toBeNull()
    const file = page(text, 'text/csv')
    expect(await inOnePiece(file, 'br')).toBe(file)
  })

  test('without a body there is no type of compression', async () => {
    const { headers, body, status } = await inOnePiece(page(''), 'br')
    expect({ body, status, encoding: headers.get('content-encoding') }).toEqual({
      body: null,
      status: 200,
      encoding: null,
    })
  })
})
