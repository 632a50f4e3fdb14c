import type { Call } from '#platform/call.ts'
import { momentCell } from '#platform/csv-out.ts'
import type { Seen } from '#platform/of-portals.ts'
import { type SheetKind, sheetFile } from '#platform/sheet-out.ts'
import { words } from '#platform/words.ts'
import type { PortalRow, PortalsQuery } from '../contract.ts'
import { allPortals } from './queries.ts'

const columns = ['name', 'type', 'account', 'address', 'domain', 'sales', 'visits', 'updated'] as const
const kinds: Partial<Record<(typeof columns)[number], SheetKind>> = { sales: 'money', visits: 'count' }

interface Wanted extends Omit<PortalsQuery, 'page'> {
  portals?: readonly string[] | undefined
  as: 'csv' | 'xlsx'
}

/** The list of portals as a file, with their codes; sales in euros. */
export function exportPortals(
  call: Pick<Call, 'tx' | 'locale' | 'byPerson' | 'services' | 'headers' | 'signal'>,
  { portals, as, ...query }: Wanted,
  seen: Seen | undefined,
) {
  const { tx, locale, services } = call
  const lineOf = (row: PortalRow) => [
    row.name,
    words(`portals.type.${row.type}`, locale),
    row.account.name,
    row.url,
    words(`portals.domain.${row.domainState ?? 'none'}`, locale),
    row.netCents / 100,
    row.visits,
    momentCell(row.updatedAt, call),
    row.code,
  ]
  async function* lines() {
    for await (const some of allPortals(tx, query, seen, portals, services.portalsOrigin))
      yield some.map(lineOf)
  }
  const heading = [
    ...columns.map((name) => words(`portals.column.${name}`, locale)),
    words('portals.one.code', locale),
  ]
  return sheetFile(call, {
    name: words('portals.list.fileName', locale),
    ...{ as, heading, lines: lines() },
    kinds: columns.map((name) => kinds[name] ?? 'text'),
  })
}
