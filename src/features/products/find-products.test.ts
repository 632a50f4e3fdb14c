import { beforeAll, expect, test } from 'vitest'
import { learnWords } from '#features/search/server/learn-words.ts'
import { asService } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const own = portals.ninoLobo.id
const foreign = portals.hotelLevante.id
const names = { 'ZX-98765': 'Rebaja 50% añil', ZX_98765: 'Rebaja_doble', 'QW-1': 'Doble\\rebaja' }

beforeAll(async () => {
  const staff = await as(world.database, 'super')
  for (const [sku, name] of Object.entries(names))
    for (const portalId of [own, foreign])
      ok(await staff.products.createProduct({ portalId, name: { es: name, en: '' }, sku, ...rest(sku) }))
  await world.database.transaction(asService('trial'), learnWords)
})
const rest = (sku: string) => ({
  category: 'apparel' as const,
  format: 'onDemand' as const,
  priceCents: 1_000,
  variants: [{ size: 'S', sku: `${sku}/Talla-S` }],
})

const found = async (who: PersonKey, q: string) =>
  ok(await (await as(world.database, who)).products.listProducts({ q })).items.map(({ sku }) => sku)

// Everything that a look into each text finds, parts of words and of numbers, signs and accents too.
test.each([
  ['rebaja', ['ZX-98765', 'ZX_98765', 'QW-1']],
  ['ebaj', ['ZX-98765', 'ZX_98765', 'QW-1']],
  ['REBAJA 50% AÑ', ['ZX-98765']],
  ['0% a', ['ZX-98765']],
  ['baja_dob', ['ZX_98765']],
  ['X-987', ['ZX-98765']],
  ['8765', ['ZX-98765', 'ZX_98765']],
  ['q', ['QW-1']],
  ['w-1/tall', ['QW-1']],
  ['W-1/Talla', ['QW-1']],
  ['rebaja qxjzk', []],
  ['R%ja', []],
  ['\\rebaj', ['QW-1']],
])('«%s» finds what holds it, and nothing else', async (q, skus) => {
  const all = Object.keys(names)
  const seen = (await found('artist', q)).filter((sku) => all.includes(sku ?? ''))
  expect(seen.sort()).toEqual([...skus].sort())
  const staff = (await found('super', q)).filter((sku) => all.includes(sku ?? ''))
  expect(staff.sort()).toEqual([...skus, ...skus].sort())
})

test('what nobody holds is not found, whoever asks', async () => {
  for (const who of ['artist', 'label', 'super'] as const) expect(await found(who, 'qxjzk')).toEqual([])
})
