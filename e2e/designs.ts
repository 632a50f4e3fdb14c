import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext } from 'playwright-core'
import type { Appearance } from '#features/appearance/contract.ts'
import { designs } from '#features/appearance/designs.ts'
import { proposalOf } from '#features/appearance/server/default-appearance.ts'
import { type PortalKey, portals } from '#testing/world/cast.ts'
import { nextRecord, pictureUrl } from '#testing/world/pictures.ts'
import { accessibilityFaults, openBrowser, openVisitor, overflow, settled } from './browser.ts'
import { areaSheet, designSheet } from './contact-sheet.ts'
import { makeFolder, startProgram } from './program.ts'

/**
 * `npm run designs -- [DESIGN…]`: what fans see, in each design: four portals that ask different things of it, on a phone
 * and on a desk, and the pages of two products. A picture each in test-results/designs, a sheet of each design, and one of
 * all. Says what each page loads, on a phone's slow line too, and when its largest part stood there; ends with 1 where a
 * page is wider than its window, has a fault of axe's, a cookie, or asks for anything elsewhere.
 */
const wanted = process.argv.slice(2)
const folder = fileURLToPath(new URL('../test-results/designs/', import.meta.url))
const widths = [360, 1440] as const

/** A portal with everything, one of long names, one with a photograph and shows far away, and one that has just begun. */
const shown: Partial<Record<PortalKey, Partial<Appearance>>> = {
  claraVentisca: { tagline: { es: 'Canciones escritas en un faro, grabadas en tres noches de temporal.' } },
  tiasSolteras: { tagline: { es: 'Rumba, sevillanas y punk de salón.' } },
  juliaArrecife: {
    coverUrl: pictureUrl('juliaArrecife', nextRecord),
    tagline: { es: 'Piano, voz y silencio.' },
  },
  casaCal: {
    blocks: (['links', 'events', 'featured', 'release', 'products'] as const).map((id, at) => ({
      id,
      visible: at < 2,
    })),
  },
}
const profiles = ['www.tiktok.com/@clara', 'clara.bandcamp.com', 'www.facebook.com/clara', 'x.com/clara']

await mkdir(folder, { recursive: true })
const program = await startProgram(await makeFolder(60))
const browser = await openBrowser()
const faults: string[] = []
const sheets: string[] = []
try {
  const staff = await openVisitor(
    browser,
    program.origin,
    { locale: 'es', scheme: 'light', width: 1440 },
    'super',
  )
  const api = staff.context.request
  for (const url of profiles)
    await said(api, 'post', `/portal/${portals.claraVentisca.id}/link`, {
      ...{ title: { es: url.split('/')[0] }, url: `https://${url}`, icon: 'social' },
    })
  await said(api, 'post', `/portal/${portals.claraVentisca.id}/link`, {
    ...{ title: { es: 'Faro, el vídeo' }, url: 'https://youtu.be/dQw4w9WgXcQ', icon: 'video' },
  })
  for (const design of designs.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
    const pictures: string[] = []
    for (const [key, words] of Object.entries(shown)) {
      const address = await publish(api, portals[key as PortalKey].id, { ...proposalOf(design), ...words })
      for (const width of widths) {
        const name = `${design.id}-${key}-${width}`
        pictures.push(await picture(address, width, name))
        if (width === 360) await onSlowLine(address, name)
        if (key !== 'claraVentisca') continue
        await picture(await productOf(address, 'Camiseta'), width, `${design.id}-product-${width}`)
        const gone = await productOf(address, 'Vinilo «Salitre»')
        await picture(gone.replace(/(?<=:\d+)\//, '/en/'), width, `${design.id}-gone-${width}`)
      }
    }
    const sheet = `${folder}sheet-${design.id}.png`
    await designSheet(pictures, sheet)
    sheets.push(sheet)
    console.log(design.id)
  }
  await areaSheet(sheets, `${folder}sheet.png`)
} finally {
  await browser.close()
  await program.stop()
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

async function said(api: APIRequestContext, method: 'get' | 'post' | 'put', path: string, data?: object) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  // Between two designs the program may end a connection that rests.
  const answer = await api[method](`/api${path}`, { headers, maxRetries: 3, ...(data ? { data } : {}) })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** Shows fans such a page; answers its address. */
async function publish(api: APIRequestContext, portalId: string, appearance: Appearance): Promise<string> {
  await said(api, 'put', `/portal/${portalId}/appearance`, appearance)
  const { url } = await said(api, 'post', `/portal/${portalId}/appearance/publication`)
  return url
}

/** The page of a product: one with sizes, and one that is sold out and asks, in English, who wants to be told. */
async function productOf(address: string, name: string): Promise<string> {
  const html = await (await fetch(address)).text()
  const tiles = [...html.matchAll(/href="([^"]*\/product\/[^"]+)".*?<b dir="auto">([^<]+)<\/b>/gs)]
  const path = tiles.find(([, , title]) => title?.startsWith(name))?.[1]
  if (!path) throw new Error(`No product is called ${name}.`)
  return new URL(path, address).href
}

async function picture(address: string, width: 360 | 1440, name: string): Promise<string> {
  const { page, context } = await openVisitor(
    browser,
    program.origin,
    { locale: 'es', scheme: 'light', width },
    undefined,
  )
  const { hostname } = new URL(address)
  let bytes = 0
  page.on('requestfinished', async (request) => {
    if (new URL(request.url()).hostname !== hostname) faults.push(`${name} asks ${request.url()}`)
    const sizes = await request.sizes().catch(() => undefined)
    bytes += sizes ? sizes.responseBodySize + sizes.responseHeadersSize : 0
  })
  await page.goto(address)
  await settled(page)
  const wide = await overflow(page)
  if (wide > 0) faults.push(`${name} is ${wide} px wider than its window`)
  for (const fault of await accessibilityFaults(page)) faults.push(`${name}: ${fault}`)
  if ((await context.cookies()).length > 0) faults.push(`${name} keeps a cookie`)
  // Pictures below the window are loaded when they are come to.
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)))
  })
  const path = `${folder}${name}.png`
  const first = bytes
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
  console.log(`  ${name.padEnd(34)} ${(first / 1000).toFixed(0).padStart(4)} kB`)
  await context.close()
  return path
}

/** 1.6 Mbit/s, 150 ms to and fro, CPU ÷ 4: when the largest part stood, and what came over the line until all was still. */
async function onSlowLine(address: string, name: string) {
  const look = { locale: 'es', scheme: 'light', width: 360 } as const
  const { page, context } = await openVisitor(browser, program.origin, look, undefined)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(globalThis, { largest: startTime })
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(address)
  await settled(page)
  const largest = await page.evaluate(() => (globalThis as unknown as { largest: number }).largest)
  console.log(
    `  ${name.padEnd(34)} ${(bytes / 1000).toFixed(0).padStart(4)} kB, ${(largest / 1000).toFixed(1)} s on a slow line`,
  )
  await context.close()
}
