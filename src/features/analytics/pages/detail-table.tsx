import { mdiArrowDown, mdiArrowUp, mdiChevronDown, mdiChevronRight, mdiEqual } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { DataTable, type Column as TableColumn } from '#ui/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.tsx'
import type { DetailKind } from '../choices.ts'
import type { Column, Measure, Row } from '../contract.ts'
import type { DetailAnswer } from '../detail-contract.ts'
import classes from './detail.module.css'
import type { DetailSearch } from './detail-search.ts'
import { cellText, columnTitle, rowName } from './detail-words.ts'
import { type OrdersPath, rowWay } from './row-way.ts'

interface DetailTableProps {
  kind: DetailKind
  by: string | undefined
  search: DetailSearch
  answer: DetailAnswer
  columns: readonly Column[]
  orderBy: string
  onSort: (orderBy: string) => void
  /** Where orders are listed for this person, if they may read them. */
  orders: OrdersPath | undefined
  /** Loads the variants of a product; absent where rows do not open. */
  variantsOf?: (id: string) => Promise<readonly Row[] | undefined>
}

type Line = Row & { total?: true; child?: true }

/** The rows of a detail page under a row of totals; products open to their variants. */
export function DetailTable(props: DetailTableProps) {
  const { kind, by, search, answer, columns, orderBy, onSort, orders, variantsOf } = props
  const [open, setOpen] = useState<Record<string, readonly Row[]>>({})
  const main = Object.keys(answer.totals)[0] as Measure
  const toggle = async (id: string) => {
    if (open[id]) {
      const { [id]: _, ...rest } = open
      return setOpen(rest)
    }
    const found = await variantsOf?.(id)
    if (found) setOpen((before) => ({ ...before, [id]: found }))
    else toast(m['detail.failed'](), { kind: 'error' })
  }
  const total: Line = {
    id: 'total',
    name: m['detail.total'](),
    ...(answer.totals as Record<string, number | null>),
    ...(columns.some(({ key }) => key === 'previous')
      ? { previous: answer.previous[main] ?? null, deltaPct: answer.deltaPct[main] ?? null }
      : {}),
    share: columns.some(({ key }) => key === 'share') && answer.totals[main] ? 1 : null,
    total: true,
  }
  const { rows } = answer
  const lines: Line[] = [
    total,
    ...rows.flatMap((row): Line[] => [
      row,
      ...(open[row.id] ?? []).map((child): Line => ({ ...child, child: true })),
    ]),
  ]

  const name = (row: Line): ReactNode => {
    if (row.total) return <b>{row.name}</b>
    if (row.child) return <span className={classes.child}>{row.name}</span>
    const text = rowName(row.name, kind, by, answer.meta.grouping)
    const way = rowWay(kind, by, row, answer.meta, search, orders)
    const told = way ? <Link {...way}>{text}</Link> : text
    if (!variantsOf) return told
    if (row.hasVariants !== true) return <span className={classes.leaf}>{told}</span>
    return (
      <Opener name={text} opened={open[row.id] !== undefined} onToggle={() => toggle(row.id)}>
        {told}
      </Opener>
    )
  }
  // A phone has room for two figures: the first, and its change or else the second, which says what it is.
  const figures = columns.filter(({ kind }) => kind !== 'text')
  const second = figures.find(({ key }) => key === 'deltaPct') ?? figures[1]
  const onPhone = (key: string) =>
    key === 'name' ? 'main' : key === figures[0]?.key ? 'amount' : key === second?.key ? 'detail' : undefined

  return (
    <div data-paper="wide">
      <DataTable
        label={m['detail.tableLabel']()}
        rows={lines}
        rowKey={(row) => (row.child ? `v${row.id}` : row.id)}
        isTotal={(row) => row.total ?? false}
        orderBy={orderBy}
        onSort={onSort}
        columns={columns.map((column): TableColumn<Line> => {
          const sorted = !['share', 'rank', 'previousRank', 'previous', 'deltaPct'].includes(column.key)
          const phone = onPhone(column.key)
          return {
            id: column.key,
            title: columnTitle(column.key, kind, by),
            cell: (row) =>
              column.key === 'name' ? (
                <span data-main>{name(row)}</span>
              ) : (
                <FigureCell
                  {...{ row, column, main }}
                  title={phone === 'detail' ? columnTitle(column.key, kind, by) : undefined}
                />
              ),
            ...(column.kind === 'text' ? {} : { numeric: true, descendingFirst: true }),
            ...(sorted ? { orderBy: column.key } : {}),
            ...(phone ? { phone } : {}),
          }
        })}
      />
    </div>
  )
}

interface OpenerProps {
  name: string
  opened: boolean
  onToggle: () => void
  children: ReactNode
}

/** A name whose variants stand below it once it is opened. */
const Opener = ({ name, opened, onToggle, children }: OpenerProps) => (
  <span className={classes.opener}>
    <button
      type="button"
      aria-label={m['detail.variants']({ name })}
      aria-expanded={opened}
      onClick={onToggle}
    >
      <Icon path={opened ? mdiChevronDown : mdiChevronRight} size={16} />
    </button>
    {children}
  </span>
)

interface FigureProps {
  row: Line
  column: Column
  main: Measure
}

/** A phone's row says by `title` what its second figure is. */
function FigureCell({ title, ...figure }: FigureProps & { title: string | undefined }) {
  if (figure.row.total && figure.column.kind === 'text') return null
  return (
    <>
      {title === undefined ? undefined : <span className={classes.onPhone}>{title} </span>}
      <Figure {...figure} />
    </>
  )
}

function Figure({ row, column, main }: FigureProps) {
  const value = row[column.key]
  const text = cellText(value, column, main)
  if (column.key === 'share' && typeof value === 'number' && !row.total)
    return (
      <span className={classes.share}>
        <i style={{ inlineSize: `${Math.max(0, Math.min(1, value)) * 2.5}rem` }} />
        {text}
      </span>
    )
  if (column.key === 'deltaPct' && typeof value === 'number')
    return (
      <span className={classes.delta} data-good={value === 0 ? undefined : value > 0}>
        {text}
      </span>
    )
  if (column.key === 'previousRank' && typeof value === 'number' && typeof row.rank === 'number')
    return <RankChange text={text} up={value - row.rank} />
  return row.total ? <b>{text}</b> : text
}

/** The place before, and how many places up or down it is now. */
function RankChange({ text, up }: { text: string; up: number }) {
  return (
    <span className={classes.rank}>
      {text}
      <span className={classes.delta} data-good={up === 0 ? undefined : up > 0}>
        <Icon path={up === 0 ? mdiEqual : up > 0 ? mdiArrowUp : mdiArrowDown} size={13} />
        {up === 0 ? '' : Math.abs(up)}
        <span data-unseen="always">
          {up === 0
            ? m['detail.rank.same']()
            : up > 0
              ? m['detail.rank.up']({ places: up })
              : m['detail.rank.down']({ places: -up })}
        </span>
      </span>
    </span>
  )
}
