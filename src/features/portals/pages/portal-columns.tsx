import type { PortalRow } from '#features/portals/contract.ts'
import { m } from '#paraglide/messages.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { MainCell } from '#ui/main-cell.tsx'
import { Status } from '#ui/status.tsx'
import classes from './portal-columns.module.css'
import { domainMark, domainWord, typeWord } from './portal-words.ts'

/** The list of portals, from its name to its last change. */
export function portalColumns(): Column<PortalRow>[] {
  const { money, number, day } = here()
  return [
    {
      id: 'name',
      title: m['portals.column.name'](),
      orderBy: 'name',
      phone: 'main',
      cell: (portal) => <MainCell path={`/portals/${portal.id}`} name={portal.name} of={portal} />,
    },
    { id: 'type', title: m['portals.column.type'](), cell: typeWord },
    { id: 'account', title: m['portals.column.account'](), cell: (portal) => portal.account.name },
    {
      id: 'address',
      title: m['portals.column.address'](),
      cell: (portal) => <span className={classes.address}>{portal.customUrl}</span>,
    },
    {
      id: 'domain',
      title: m['portals.column.domain'](),
      phone: 'status',
      cell: ({ domainState }) => <Status mark={domainMark(domainState)}>{domainWord(domainState)}</Status>,
    },
    {
      id: 'sales',
      title: m['portals.column.sales'](),
      numeric: true,
      orderBy: 'netCents',
      descendingFirst: true,
      phone: 'amount',
      cell: ({ netCents }) =>
        netCents === 0 ? <span className={classes.none}>{m['portals.noSales']()}</span> : money(netCents),
    },
    {
      id: 'visits',
      title: m['portals.column.visits'](),
      numeric: true,
      orderBy: 'visits',
      descendingFirst: true,
      phone: 'detail',
      cell: ({ visits }) => (
        <>
          <span className={classes.wide}>{number(visits)}</span>
          <span className={classes.narrow}>{m['portals.visitsCount']({ count: number(visits) })}</span>
        </>
      ),
    },
    {
      id: 'updated',
      title: m['portals.column.updated'](),
      numeric: true,
      orderBy: 'updatedAt',
      descendingFirst: true,
      cell: ({ updatedAt }) => <span className={classes.none}>{day(updatedAt)}</span>,
    },
  ]
}
