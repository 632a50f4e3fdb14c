import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, cookieFor, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { makeVideo } from '#testing/video.ts'
import { people, portals } from '#testing/world/cast.ts'
import { dropUnusedFiles, fileColumns } from './server/drop-unused.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#e94d00' } })
const file = (bytes: Uint8Array | string, name = 'photo.jpg', type = 'image/jpeg') =>
  new File([bytes as BlobPart], name, { type })
const fields = (result: unknown) => (result as { error: { fields?: Record<string, string> } }).error.fields

const crc = (bytes: Uint8Array) => {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}
const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, check])
}
/** A PNG of 16,384 × 16,384 black pixels in a few kB: 256 MP, a gigabyte once unpacked. */
function bomb() {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(16_384, 0)
  header.writeUInt32BE(16_384, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((16_384 / 8 + 1) * 16_384))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', new Uint8Array()),
  ])
}

describe('pictures', () => {
  test('are kept as WebP, upright, cut and without what the camera wrote', async () => {
    const artist = await as(world.database, 'artist')
    const given = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret place' }, IFD3: { GPSLatitude: '40/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const stored = ok(
      await artist.files.uploadFile({
        portalId,
        file: file(given),
        use: 'wide',
        left: 0,
        top: 50,
        width: 200,
        height: 100,
      }),
    )
    expect(stored).toMatchObject({ kind: 'picture' })
    expect(stored.url).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/)
    const response = await testApp(world.database).request(stored.url)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const kept = await sharp(await response.arrayBuffer()).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 200, height: 100 })
    expect([kept.exif, kept.xmp, kept.iptc]).toEqual([undefined, undefined, undefined])
  })

  test('become the picture of the portal; another address does not', async () => {
    const artist = await as(world.database, 'artist')
    const { url } = ok(
      await artist.files.uploadFile({ portalId, file: file(await picture().png().toBuffer()), use: 'cover' }),
    )
    const { version, name, code, customUrl } = ok(await artist.portals.getPortal({ portalId }))
    const data = { portalId, name, code, customUrl }
    const changed = ok(await artist.portals.updatePortal({ ...data, pictureUrl: url }, { version }))
    expect(changed.pictureUrl).toBe(url)
    const foreign = { ...data, pictureUrl: 'https://elsewhere.example/pixel.png' }
    expect(failureCode(await artist.portals.updatePortal(foreign, { version: changed.version }))).toBe(
      'invalidInput',
    )
  })

  test.each([
    ['a text with the name of a picture', 'just text'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
    ['a picture cut off', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a header that lies', Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
    ['nothing', ''],
    ['more than 25 MB', Buffer.alloc(25 * 1024 * 1024 + 1, 0xff)],
    ['256 megapixels in a small file', bomb()],
    ['a video where a picture is asked for', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1')],
  ])('%s is refused by its field', async (_name, bytes) => {
    const artist = await as(world.database, 'artist')
    const result = await artist.files.uploadFile({ portalId, file: file(bytes), use: 'cover' })
    expect(failureCode(result)).toBe('invalidInput')
    expect(Object.keys(fields(result) ?? {})).toEqual(['file'])
  })

  test('a crop that reaches beyond the picture is refused', async () => {
    const artist = await as(world.database, 'artist')
    const crop = { left: 250, top: 0, width: 100, height: 100 }
    const result = await artist.files.uploadFile({
      portalId,
      file: file(await picture().png().toBuffer()),
      use: 'cover',
      ...crop,
    })
    expect(failureCode(result)).toBe('invalidInput')
  })

  test('readers may not; whoever does not reach the portal learns nothing of it', async () => {
    const bytes = await picture(10, 10).png().toBuffer()
    const upload = async (who: 'lector' | 'artist', id: string) =>
      failureCode(
        await (await as(world.database, who)).files.uploadFile({
          portalId: id,
          file: file(bytes),
          use: 'cover',
        }),
      )
    expect(await upload('artist', portals.bajamar.id)).toBe('notFound')
    const reached = ok(await (await as(world.database, 'lector')).portals.listPortals({})).items[0]
    expect(await upload('lector', reached?.id ?? '')).toBe('forbidden')
  })
})

describe('videos', () => {
  const upload = async (bytes: Uint8Array) =>
    (await as(world.database, 'artist')).files.uploadFile({
      portalId,
      file: file(bytes, 'x.svg', 'image/svg+xml'),
      use: 'wide',
      video: 'true',
    })

  test.each(['mp4', 'webm'] as const)('%s keeps its picture, and nothing that it says', async (kind) => {
    const given = Buffer.concat([await makeVideo(kind, 'HIDDEN PLACE'), Buffer.from('HIDDEN TAIL')])
    expect(given.includes('HIDDEN PLACE')).toBe(true)
    const stored = ok(await upload(given))
    expect(stored).toMatchObject({ kind: 'video' })
    const response = await testApp(world.database).request(stored.url)
    expect(response.headers.get('content-type')).toBe(`video/${kind}`)
    const kept = Buffer.from(await response.arrayBuffer())
    expect(kept.includes('HIDDEN')).toBe(false)
    // Every frame is still there, byte by byte.
    for (let frame = 1; frame <= 30; frame++) expect(kept.includes(Buffer.alloc(200, frame))).toBe(true)
  })

  test('are played from the middle', async () => {
    const stored = ok(await upload(await makeVideo('mp4', 'x')))
    const part = await testApp(world.database).request(stored.url, { headers: { range: 'bytes=4-7' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${stored.bytes}`)
    expect(await part.text()).toBe('ftyp')
    const beyond = await testApp(world.database).request(stored.url, { headers: { range: 'bytes=999999-' } })
    expect(beyond.status).toBe(416)
  })

  test('that only look like one are refused', async () => {
    const bare = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1'),
      Buffer.alloc(4_000, 7),
    ])
    expect(fields(await upload(bare))).toHaveProperty('file')
    const half = (await makeVideo('webm', 'x')).slice(0, 150)
    expect(fields(await upload(half))).toHaveProperty('file')
  })
})

test('a picture comes small where a list asks for it, and whole everywhere else', async () => {
  const artist = await as(world.database, 'artist')
  const bytes = await picture(900, 700).png().toBuffer()
  const { url } = ok(await artist.files.uploadFile({ portalId, file: file(bytes), use: 'cover' }))
  const widthOf = async (address: string) => {
    const answer = await testApp(world.database).request(address)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width
  }
  expect(await widthOf(url)).toBe(640)
  expect(await widthOf(`${url}?w=96`)).toBe(96)
  expect(await widthOf(`${url}?w=96`)).toBe(96)
  // Other sizes are not made for whoever asks.
  expect(await widthOf(`${url}?w=97`)).toBe(640)
  await testServices.files.remove(url.slice('/files/'.length))
  const erased = await testApp(world.database).request(`${url}?w=96`)
  expect(erased.headers.get('content-type')).not.toMatch(/image/)
  const missing = await testApp(world.database).request(`/files/${'a'.repeat(32)}.webp?w=96`)
  expect(missing.headers.get('content-type')).not.toMatch(/image/)
})

test('names that the program did not make lead nowhere', async () => {
  const app = testApp(world.database)
  for (const key of ['..%2f..%2fpackage.json', 'x.webp', `${'a'.repeat(32)}.svg`, `${'a'.repeat(32)}.webp`])
    expect((await app.request(`/files/${key}`)).headers.get('content-type')).not.toMatch(/image|json/)
})

test('without a session nobody sends more than a form', async () => {
  const app = testApp(world.database)
  const body = new FormData()
  body.append('file', file(Buffer.alloc(2 * 1024 * 1024, 1)))
  const address = `/api/portal/${portalId}/file`
  expect((await app.request(address, { method: 'POST', body })).status).toBe(413)
  const cookie = await cookieFor(world.database, people.artist.id)
  expect((await app.request(address, { method: 'POST', body, headers: { cookie } })).status).toBe(400)
})

describe('uploads that nothing shows', () => {
  const { files } = testServices
  const upload = async () => {
    const artist = await as(world.database, 'artist')
    const bytes = await picture(40, 40).png().toBuffer()
    return ok(await artist.files.uploadFile({ portalId, file: file(bytes), use: 'cover' })).url
  }
  const there = async (url: string) => (await files.read(url.slice('/files/'.length))) !== undefined
  const age = () => world.database.query(`update file set created_at = created_at - interval '25 hours'`)

  test('are removed after a day; what any row names stays', async () => {
    const artist = await as(world.database, 'artist')
    const [shown, inDraft, forgotten] = [await upload(), await upload(), await upload()]
    const startsAt = '2027-06-04T20:00:00.000Z'
    const event = { portalId, name: 'Con cartel', startsAt, posterUrl: shown }
    const made = ok(await artist.events.createEvent(event))
    const { draft, version } = ok(await artist.appearance.getAppearance({ portalId }))
    ok(await artist.appearance.updateAppearance({ portalId, ...draft, logoUrl: inDraft }, { version }))
    expect(await dropUnusedFiles(world.database, files)).toBe(0)
    await age()
    const fresh = await upload()
    await dropUnusedFiles(world.database, files)
    expect(await Promise.all([shown, inDraft, fresh, forgotten].map(there))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const { id: eventId } = made
    ok(
      await artist.events.updateEvent(
        { ...event, portalId, eventId, posterUrl: null },
        { version: made.version },
      ),
    )
    await dropUnusedFiles(world.database, files)
    // An edit can be put back, with its poster.
    expect(await Promise.all([shown, inDraft, fresh].map(there))).toEqual([true, true, true])
    await world.database.query('delete from kept_row')
    await dropUnusedFiles(world.database, files)
    expect(await Promise.all([shown, inDraft, fresh].map(there))).toEqual([false, true, true])
    expect(await dropUnusedFiles(world.database, files)).toBe(0)
  })

  test('are looked for in every column that takes an address of a file', async () => {
    const found = await world.database.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and column_name ~ '(picture|poster|cover|media|logo|image)_?(url|key)s?$'`,
    )
    // Pictures of links are other people's, by their https address.
    const known = new Set([...fileColumns.map((pair) => pair.join('.')), 'link.picture_url'])
    const unknown = found
      .map(({ table_name, column_name }) => `${table_name}.${column_name}`)
      .filter((column) => !known.has(column))
    expect(unknown, 'Add them to fileColumns in drop-unused.ts, or their files are removed').toEqual([])
  })
})
