import type { Database } from '#platform/db.ts'
import { cookieFor, testApp, testOrigin } from './as.ts'
import { sentExamples } from './sent-examples.ts'
import { people, portals } from './world/cast.ts'

type Row = Record<string, unknown>
const { bajamar, claraVentisca } = portals

/** Where one of each shape is told: in a list, or alone, by what a list says of it. */
const told: Record<string, [path: string, list?: string]> = {
  PortalRow: ['/portals'],
  Link: [`/portal/${claraVentisca.id}/links`],
  Event: [`/portal/${claraVentisca.id}/events`],
  Featured: [`/portal/${claraVentisca.id}/featured`],
  Release: [`/portal/${claraVentisca.id}/releases`],
  Product: ['/portal/{portal.id}/product/{id}', `/products?portal=${claraVentisca.id}&orderBy=name`],
  StockRow: [`/portal/${claraVentisca.id}/stocks`],
  Order: ['/portal/{portal.id}/order/{id}', `/orders?portal=${claraVentisca.id}`],
  BillHead: ['/billing'],
  OwnBillHead: [`/portal/${bajamar.id}/bills`],
  Bill: ['/bill/{id}', `/portal/${bajamar.id}/bills`],
  ChargeHead: [`/portal/${bajamar.id}/charges`],
}

/**
 * A name of a row that stays while days pass, by which the same row is found again; empty where any will do, as of orders,
 * which the world draws anew for each day.
 */
export const nameOf = (row: Row): string => {
  const { name, title, number, period } = row
  const text = (value: unknown) =>
    (value as { es?: string } | null)?.es ?? (value as string | null | undefined)
  // Numbers begin with the year that they were issued in.
  const inYear = (number as string | null | undefined)?.replace(/-\d{4}-/, '-')
  return String(text(name) ?? text(title) ?? inYear ?? period ?? '')
}

/** One of each thing as the API answers it in the demo world, by the names of their shapes; `known` are to be found again. */
export async function examplesOf(
  database: Database,
  known: Record<string, Row> = {},
): Promise<Record<string, Row>> {
  const app = testApp(database)
  const headers = {
    cookie: await cookieFor(database, people.super.id),
    'content-type': 'application/json',
    origin: testOrigin,
  }
  const get = async (path: string) => {
    const answer = await app.request(`/api${path}`, { headers })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Row
  }
  const found: Record<string, Row> = {}
  for (const { shape, path, body, answered } of sentExamples) {
    const answer = await app.request(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${shape}: ${answer.status} ${await answer.text()}`)
    found[shape] = body
    if (answered) found[answered] = (await answer.json()) as Row
  }
  for (const [shape, [path, list]] of Object.entries(told)) {
    const before = known[shape]
    const wanted = before && nameOf(before)
    const pick = (rows: unknown, name?: string) => {
      const all = rows as Row[]
      const one = name ? all.find((row) => nameOf(row) === name) : all[0]
      if (!one) throw new Error(`${shape}: nothing is called ${name}`)
      return one
    }
    if (!list) found[shape] = pick((await get(path))['items'], wanted)
    else {
      const row = pick((await get(list))['items'], wanted)
      const at = path.replace(/\{([\w.]+)\}/g, (_, name: string) =>
        String(name.split('.').reduce<unknown>((value, step) => (value as Row)[step], row)),
      )
      found[shape] = await get(at)
    }
  }
  return found
}
