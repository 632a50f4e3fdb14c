import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import type { Reading, Wish } from '../reading-contract.ts'
import { saysShipping, saysSold, soundsLikeNoGoods } from '../state-words.ts'
import classes from './import.module.css'
import { ImportColumns } from './import-columns.tsx'
import { ImportLayout } from './import-layout.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { ImportSamples } from './import-samples.tsx'

interface ReadingProps {
  reading: Reading
  onChange: (change: Partial<Wish>) => void
  /** The check stands below: how the file was read steps back. */
  folded: boolean
}

/** What was read of a file: what it leaves open first, then its first rows, then how, to correct by choosing. */
export function ImportReading({ reading, onChange, folded }: ReadingProps) {
  const { questions, rows, map, lacks, saved } = reading
  return (
    <>
      <ImportQuestions reading={reading} onAnswer={onChange} />
      {rows.length > 0 ? (
        <Frame title={m['orders.import.samples']()}>
          <p className={classes.note}>
            {saved ? m['orders.import.bySaved']({ name: saved.name }) : m['orders.import.samplesHelp']()}
          </p>
          <ImportSamples reading={reading} />
          <Understood reading={reading} />
          <Doubted reading={reading} />
          <Unused reading={reading} />
        </Frame>
      ) : undefined}
      <details
        className={classes.how}
        open={!folded && (lacks.length > 0 || (questions.length === 0 && !saved))}
      >
        <summary>{m['orders.import.how']()}</summary>
        <ImportLayout reading={reading} onChange={onChange} />
        {map ? <ImportColumns reading={reading} columns={map.columns} onChange={onChange} /> : undefined}
      </details>
    </>
  )
}

/** What follows from the file and shows in no row of it. */
function Understood({ reading: { map, statuses } }: { reading: Reading }) {
  if (!map) return null
  const said = [taxSaid(map), ...mapSaid(map), ...statesSaid(statuses)]
  return (
    <ul className={classes.understood}>
      {said.map((text) => (text ? <li key={text}>{text}</li> : undefined))}
    </ul>
  )
}

type Understanding = NonNullable<Reading['map']>

function taxSaid({ columns, constants, taxes = [] }: Understanding): string {
  const inAll = Number(constants?.taxRate ?? 0)
  if (columns.tax || columns.taxRate)
    return m['orders.import.says.tax']({ column: [columns.tax ?? columns.taxRate, ...taxes].join(' + ') })
  return inAll > 0
    ? m['orders.import.says.taxOf']({ rate: here().number(inAll) })
    : m['orders.import.says.noTax']()
}

const mapSaid = ({ columns, orderByRow, carry, cents, totalOf, bySign }: Understanding) => [
  orderByRow ? m['orders.import.says.orderByRow']() : undefined,
  carry ? m['orders.import.says.carry']() : undefined,
  cents ? m['orders.import.says.cents']() : undefined,
  bySign ? m['orders.import.says.bySign']() : undefined,
  columns.shipping
    ? m['orders.import.says.shippingOff']({ column: columns.total ?? '', shipping: columns.shipping })
    : undefined,
  totalOf === 'order' ? m['orders.import.says.totalOf']() : undefined,
  columns.refunded ? m['orders.import.says.paidBack']({ column: columns.refunded }) : undefined,
  columns.quantity ? undefined : m['orders.import.says.noQuantity'](),
]

function statesSaid(statuses: Reading['statuses']) {
  const listed = (some: Reading['statuses']) =>
    some.map(({ value, rows }) => `${value} (${here().number(rows)})`).join(', ')
  const left = statuses.filter(({ means }) => means === 'unpaid')
  const back = statuses.filter(({ means }) => means === 'refunded')
  return [
    left.length > 0 ? m['orders.import.says.unpaid']({ states: listed(left) }) : undefined,
    back.length > 0 ? m['orders.import.says.refunded']({ states: listed(back) }) : undefined,
  ]
}

/** What counts, and might not be meant to. */
function Doubted({ reading: { map, columns, statuses, rows } }: { reading: Reading }) {
  if (!map) return null
  const { number } = here()
  const unknown = statuses.filter(({ value, means }) => means === 'sold' && !saysSold(value))
  const { total } = map.columns
  const shipping =
    total && !map.columns.shipping && !/sub/i.test(total)
      ? columns.find(({ name }) => saysShipping(name))
      : undefined
  const cells = columns.find(({ name }) => name === (map.columns.name ?? map.columns.sku))?.samples ?? []
  const noGoods = [...cells, ...rows.map(({ line }) => line?.name ?? '')].find(soundsLikeNoGoods)
  return (
    <>
      {unknown.length > 0 ? (
        <Notice kind="warning">
          {m['orders.import.says.unknownStates']({
            states: unknown.map(({ value, rows: count }) => `${value} (${number(count)})`).join(', '),
          })}
        </Notice>
      ) : undefined}
      {total && shipping ? (
        <Notice kind="warning">
          {m['orders.import.says.shipping']({ column: total, shipping: shipping.name })}
        </Notice>
      ) : undefined}
      {noGoods ? (
        <Notice kind="warning">{m['orders.import.says.noGoods']({ name: noGoods })}</Notice>
      ) : undefined}
    </>
  )
}

/** Numbers that count for nothing: nobody should take a column of refunds for read because it stands in the file. */
function Unused({ reading: { map, columns } }: { reading: Reading }) {
  if (!map) return null
  const used = new Set<string>([...Object.values(map.columns), ...(map.taxes ?? [])])
  const unused = columns.filter(
    ({ name, samples }) =>
      !used.has(name) && samples.some((cell) => /[1-9]/.test(cell) && !/\p{L}/u.test(cell)),
  )
  if (unused.length === 0) return null
  const named = unused.map(({ name }) => name).join(', ')
  return unused.some(({ name }) => /refund|reembols|devol|abono/i.test(name)) ? (
    <Notice kind="warning">{m['orders.import.says.unusedRefunds']({ columns: named })}</Notice>
  ) : (
    <p className={classes.note}>{m['orders.import.says.unused']({ columns: named })}</p>
  )
}
