import { importLines } from '#features/orders/server/import-orders.ts'
import type { LineDraft } from '#features/orders/server/line-draft.ts'
import type { Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { readSecret } from '#platform/secret.ts'
import { type PortalKey, portals } from './cast.ts'

const dayMs = 86_400_000

/** What shops sold under a SKU that nobody put into the catalogue: portal, SKU, name, net of one, days ago of each. */
const strays: readonly [PortalKey, string, string, number, number[]][] = [
  ['ninoLobo', 'POSTER-GIRA-26', 'Póster de la gira 2026', 9, [3, 4, 4, 6, 9, 11, 12, 18, 25]],
  ['claraVentisca', 'CLARA-LP3-TEST', 'Salitre, test pressing', 60, [8, 22]],
  ['hotelLevante', 'TAZA-HL', 'Taza «No molesten»', 11, [2, 5, 13, 14, 30, 41]],
  ['bajamar', 'PACK-10', 'Pack diez años', 45, [16, 17, 40]],
]

/** Brings them in by the same door as everything else; they wait for staff to say what they are. */
export async function ingestStrays(database: Database, now: Date): Promise<void> {
  const secret = await readSecret(database, undefined)
  const lines = strays.flatMap(([portal, sku, name, euros, days]) =>
    days.map((ago, index): LineDraft => {
      const at = Math.floor(now.getTime() / dayMs - ago) * dayMs + 11 * 3_600_000 + index * 600_000
      const [gross, tax] = [new Big(euros), new Big(euros).times(0.21).round(2)]
      return {
        ...{ row: 0, portalKey: portals[portal].code, externalId: `${sku}-${index + 1}`, ordinal: 1 },
        ...{ kind: 'sale', at, placedAt: at, sku, name, units: 1 },
        ...{ currency: 'EUR', gross, net: gross, tax, scale: 2 },
        ...{ country: 'ES', province: null, city: null, buyer: `${sku}-${index}@fans.example` },
      }
    }),
  )
  await importLines(database, 'shop', { by: 'portal', create: false }, lines, { secret })
}
