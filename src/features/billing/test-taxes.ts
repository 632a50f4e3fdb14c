import { inflateSync } from 'node:zlib'
import type { Database } from '#platform/db.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { people, portals } from '#testing/world/cast.ts'
import type { TaxReading } from './tax-cases.ts'
import { pendingBill } from './test-bills.ts'

/** Niño Lobo's, whom these tests move about. */
export const { id: portalId, accountId } = portals.ninoLobo
export const places = {
  madrid: ['28012', 'Madrid', 'peninsula'],
  lasPalmas: ['35002', 'Las Palmas', 'canaries'],
  ceuta: ['51001', 'Ceuta', 'ceutaMelilla'],
  melilla: ['52001', 'Melilla', 'ceutaMelilla'],
} as const
type Place = keyof typeof places

export async function stand(
  database: Database,
  {
    from,
    to = 'madrid',
    supply = 'services',
    reading,
  }: { from: Place; to?: Place; supply?: string; reading?: TaxReading },
) {
  const [postcode, province, territory] = places[from]
  await database.query(
    `update billing_information set postcode = $2, province = $3, territory = $4, supply = $5, retention = 'none',
      retention_bp = 0 where account_id = $1`,
    [accountId, postcode, province, territory, supply],
  )
  const provider = {
    postcode: places[to][0],
    province: places[to][1],
    ...(reading ? { taxReading: reading } : {}),
  }
  await database.query(
    `update setting set value = (value::jsonb || $1::jsonb)::text where key = 'billing.provider'`,
    [JSON.stringify(provider)],
  )
}

export const issue = async (database: Database) => {
  const artist = await as(database, 'artist')
  const pending = await pendingBill(database, portalId)
  return ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
}
export const documentOf = async (
  database: Database,
  billId: string,
  format: 'pdf' | 'csv' | 'facturae' | 'verifactu',
  locale: 'es' | 'en' = 'es',
  who: 'artist' | 'demo' | 'label' | 'orquesta' = 'artist',
) => {
  const asked = `/bill/${billId}/document?format=${format}&locale=${locale}`
  const answer = await fileFor(database, people[who].id, asked)
  if (!answer.ok) throw new Error(await answer.text())
  return Buffer.from(await answer.arrayBuffer())
}

/** The words on the sheets, in the order in which they were drawn: pdfkit writes them in hexadecimals. */
export function pdfText(bytes: Buffer): string {
  const raw = bytes.toString('latin1')
  // A carriage return before the end may be the data's own; what comes after the data is ignored.
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n')
}
