import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedData } from '#testing/shared-data.ts'
import { previewLink } from './preview-link.ts'
import { previewLimits, readPreview } from './preview-page.ts'

interface ExpectedPage {
  url: string | null
  title: string | null
  charset: string
  meta: [string, string][]
  metascraper_snapshot?: Record<string, string | null>
}

const folder = sharedData('og_pages/expected.json')
const expected: Record<string, ExpectedPage> = folder ? JSON.parse(readFileSync(folder, 'utf8')) : {}
const readPage = (name: string) => gunzipSync(readFileSync(sharedData(`og_pages/${name}.html.gz`) ?? ''))

const pages: Record<string, RequestListener> = {}
let server: Server
let here: string
let letThrough: string[]

beforeAll(async () => {
  server = createServer((request, response) => pages[request.url ?? '']?.(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  here = `http://artist-page.com:${port}`
  letThrough = [`127.0.0.1:${port}`]
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const preview = (path: string, timeoutMs = 5_000) =>
  previewLink(path.startsWith('http') ? path : here + path, {
    resolve: async () => ['127.0.0.1'],
    letThrough,
    timeoutMs,
  })
const serve = (path: string, body: string | Buffer, contentType = 'text/html; charset=utf-8') => {
  pages[path] = (_, response) => response.writeHead(200, { 'content-type': contentType }).end(body)
}
const read = (html: string | Buffer, contentType = 'text/html') =>
  readPreview(
    Buffer.isBuffer(html) ? html : Buffer.from(html),
    contentType,
    'https://artist-page.com/discos/uno',
  )

describe.skipIf(!folder)('real pages (../shared/data/og_pages; skipped where absent)', () => {
  const line = (value: string | null | undefined) => value?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null
  const cut = (value: string | null, limit: number) =>
    value && [...value].length > limit
      ? `${[...value]
          .slice(0, limit - 1)
          .join('')
          .trimEnd()}…`
      : value

  test.each(Object.entries(expected))('%s: what its meta tags say', async (name, page) => {
    const first = (...keys: string[]) =>
      keys.map((key) => page.meta.find(([k, v]) => k.toLowerCase() === key && v.trim())?.[1]).find(Boolean)
    const pageUrl = page.url ?? 'https://artist-page.com/'
    const image = first(
      ...['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'],
    )?.trim()
    const found = readPreview(readPage(name), 'text/html', pageUrl)
    expect({ ...found, imageUrl: image ? found.imageUrl : null }).toEqual({
      title: cut(
        line(first('og:title', 'twitter:title') ?? page.title ?? first('title')),
        previewLimits.title,
      ),
      description: cut(
        line(first('og:description', 'twitter:description', 'description')),
        previewLimits.description,
      ),
      imageUrl: image ? new URL(image, pageUrl).href : null,
      siteName: cut(line(first('og:site_name', 'application-name')), previewLimits.siteName),
    })
  })

  test('beside what another project expects of the same pages', () => {
    const counts = { title: [0, 0], description: [0, 0], image: [0, 0], publisher: [0, 0] }
    for (const [name, page] of Object.entries(expected)) {
      if (!page.metascraper_snapshot) continue
      const found = readPreview(readPage(name), 'text/html', page.url ?? 'https://artist-page.com/')
      const pairs = {
        title: found.title,
        description: found.description,
        image: found.imageUrl,
        publisher: found.siteName,
      }
      for (const key of ['title', 'description', 'image', 'publisher'] as const) {
        const theirs = line(page.metascraper_snapshot[key])
        if (!theirs) continue
        counts[key][1] = (counts[key][1] ?? 0) + 1
        if (theirs === pairs[key]) counts[key][0] = (counts[key][0] ?? 0) + 1
      }
    }
    const said = Object.entries(counts).map(([key, [same, all]]) => `${key} ${same}/${all}`)
    console.info(`preview equals the metascraper snapshot: ${said.join(', ')}`)
    expect(counts.image[0], said.join(', ')).toBeGreaterThanOrEqual(55)
    expect(counts.title[0], said.join(', ')).toBeGreaterThanOrEqual(60)
  })
})

describe('a page read', () => {
  test('Open Graph, then Twitter, then the page itself', () => {
    const nothing = { title: null, description: null, imageUrl: null, siteName: null }
    expect(read('')).toEqual(nothing)
    expect(read('<title>Uno</title>').title).toBe('Uno')
    expect(read('<title>Uno</title><meta name=twitter:title content=Dos>').title).toBe('Dos')
    expect(read('<meta name=twitter:title content=Dos><meta property=og:title content=Tres>').title).toBe(
      'Tres',
    )
    expect(read('<meta property=og:title content=" "><title>Uno</title>').title).toBe('Uno')
    expect(read('<svg><title>Icono</title></svg><title>Uno</title>').title).toBe('Uno')
    expect(
      read('<script>"<title>No</title>"</script><!-- <title>No</title> --><title>Uno</title>').title,
    ).toBe('Uno')
  })

  test('entities, white space, control characters and length', () => {
    expect(read('<title>\n  Ni&ntilde;a &amp; El &#8220;Lobo&#x201D;\u0000\n </title>').title).toBe(
      'Niña & El “Lobo”',
    )
    expect(read(`<title>${'🎸'.repeat(400)}</title>`).title).toBe(`${'🎸'.repeat(299)}…`)
    expect(read('<title>&lt;img src=x onerror=alert(1)&gt;</title>').title).toBe(
      '<img src=x onerror=alert(1)>',
    )
  })

  test('pictures are resolved, and only http and https ones taken', () => {
    const picture = (value: string) => read(`<meta property="og:image" content="${value}">`).imageUrl
    expect(picture('/foto.jpg')).toBe('https://artist-page.com/foto.jpg')
    expect(picture('../foto.jpg')).toBe('https://artist-page.com/foto.jpg')
    expect(picture('//cdn.artist-page.com/f.jpg?a=1&amp;b=2')).toBe(
      'https://cdn.artist-page.com/f.jpg?a=1&b=2',
    )
    expect(['javascript:alert(1)', 'data:image/png;base64,AA', 'http://[', ''].map(picture)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('charset from mark, header and meta; unknown ones read as UTF-8', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><title>Canción de otoño</title>', 'latin1')
    expect(read(latin).title).toBe('Canción de otoño')
    expect(read(Buffer.from('<title>Otoño</title>', 'latin1'), 'text/html; charset=ISO-8859-1').title).toBe(
      'Otoño',
    )
    expect(read(Buffer.from('\ufeff<title>Otoño</title>', 'utf16le')).title).toBe('Otoño')
    expect(
      read('<meta http-equiv=Content-Type content="text/html; charset=klingon"><title>Otoño</title>').title,
    ).toBe('Otoño')
  })
})

describe('a page fetched', () => {
  test('answers with the address where the redirects ended', async () => {
    pages['/corto'] = (_, response) => response.writeHead(302, { location: '/disco' }).end()
    serve(
      '/disco',
      '<meta property="og:title" content="Marea baja"><meta property="og:image" content="/m.jpg">',
    )
    expect(await preview('/corto')).toEqual({
      url: `${here}/disco`,
      title: 'Marea baja',
      description: null,
      imageUrl: `${here}/m.jpg`,
      siteName: null,
    })
  })

  test('a long page is read as far as 512 KB', async () => {
    serve('/largo', `<title>Arriba</title>${'<p>hola</p>'.repeat(100_000)}`)
    expect((await preview('/largo')).title).toBe('Arriba')
    serve('/hondo', `${'<p>hola</p>'.repeat(100_000)}<title>Abajo</title>`)
    await expect(preview('/hondo')).rejects.toMatchObject({ status: 422, code: 'links.previewTooLarge' })
  })

  test('says why there is no preview', async () => {
    const error = (address: string, timeoutMs?: number) =>
      preview(address, timeoutMs).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
    pages['/perdida'] = (_, response) => response.writeHead(404).end()
    pages['/muda'] = () => {}
    serve('/foto', 'x', 'image/png')
    expect(await error('/perdida')).toMatchObject({
      code: 'links.previewUnreachable',
      params: { status: 404 },
    })
    expect(await error('/foto')).toMatchObject({ status: 422, code: 'links.previewNotPage' })
    expect(await error('/muda', 200)).toMatchObject({ status: 422, code: 'links.previewTimeout' })
    for (const address of [
      'http://127.0.0.1/',
      'http://169.254.169.254/latest',
      'mailto:hola@artist-page.com',
      'http://a',
    ])
      expect(await error(address)).toMatchObject({ status: 422, code: 'links.previewRefused' })
  })
})
