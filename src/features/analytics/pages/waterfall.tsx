import { Link } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { here } from '#ui/formats.ts'
import type { Contribution, SalesChange, Split } from '../why-contract.ts'
import { contributionName, signedMoney } from '../why-words.ts'
import type { PeriodSearch } from './period.ts'
import classes from './why.module.css'

type Step = { id: string; name: string; row?: Contribution; cents: number }

/** From what was sold before to what is sold now, step by step: a table whose bars stand where the sum has come to. */
export function Waterfall({ change, by, period }: { change: SalesChange; by: Split; period: PeriodSearch }) {
  const split = change.splits.find((each) => each.by === by)
  if (!split) return null
  const { money, number } = here()
  const locale = getLocale()
  const steps: Step[] = split.rows.map((row) => ({
    ...{ id: row.id, row, cents: row.changeCents },
    name: contributionName(row, by, locale),
  }))
  if (split.others > 0 || split.restCents !== 0)
    steps.push({
      id: 'rest',
      name:
        split.others > 0
          ? m['analytics.why.others']({ count: number(split.others) })
          : m['analytics.why.rounding'](),
      cents: split.restCents,
    })
  let sum = change.previousCents
  const sums = steps.map(({ cents }) => {
    sum += cents
    return sum
  })
  const all = [change.previousCents, ...sums]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  // A little room, so that the ends are seen as ends.
  const share = (cents: number) => 2 + ((cents - low) / (high - low || 1)) * 96
  const several = new Set(split.rows.map(({ portalName }) => portalName)).size > 1
  const told = by !== 'price'
  return (
    <table className={classes.waterfall}>
      <caption data-unseen="always">{m['analytics.why.title']()}</caption>
      <thead>
        <tr>
          <th scope="col">{m['analytics.why.column.what']()}</th>
          <td className={classes.drawing} />
          {told ? (
            <>
              <th scope="col" data-wide>
                {m['analytics.why.column.before']()}
              </th>
              <th scope="col" data-wide>
                {m['analytics.why.column.now']()}
              </th>
            </>
          ) : undefined}
          <th scope="col">{m['analytics.why.column.change']()}</th>
        </tr>
      </thead>
      <tbody>
        <End name={m['analytics.why.start']()} at={share(change.previousCents)} told={told}>
          {money(change.previousCents)}
        </End>
        {steps.map((step, at) => (
          <StepRow
            key={step.id}
            step={step}
            from={share(all[at] ?? 0)}
            to={share(all[at + 1] ?? 0)}
            several={several}
            way={{ by, period, others: split.others }}
          />
        ))}
        <End name={m['analytics.why.end']()} at={share(change.netCents)} told={told}>
          {money(change.netCents)}
        </End>
      </tbody>
    </table>
  )
}

interface Way {
  by: Split
  period: PeriodSearch
  others: number
}

interface StepRowProps {
  step: Step
  /** Where its bar begins and ends, in per cent. */
  from: number
  to: number
  several: boolean
  way: Way
}

function StepRow({ step, from, to, several, way }: StepRowProps) {
  const { row, cents } = step
  return (
    <tr>
      <th scope="row">
        <StepName step={step} way={way} />
        {several && row?.portalName ? <small>{row.portalName}</small> : undefined}
      </th>
      <td className={classes.drawing} aria-hidden="true">
        <i
          data-good={cents > 0}
          style={{ left: `${Math.min(from, to)}%`, width: `${Math.abs(to - from)}%` }}
        />
      </td>
      {way.by === 'price' ? undefined : (
        <>
          <td data-wide>{moneyOrNone(row?.beforeCents)}</td>
          <td data-wide>{moneyOrNone(row?.nowCents)}</td>
        </>
      )}
      <td>
        <b data-good={cents === 0 ? undefined : cents > 0}>{signedMoney(cents, getLocale())}</b>
      </td>
    </tr>
  )
}

const moneyOrNone = (cents: number | null | undefined) => (cents == null ? '' : here().money(cents))

function StepName({ step: { row, name }, way: { by, period, others } }: { step: Step; way: Way }) {
  if (row) return <DetailLink by={by} row={row} name={name} period={period} />
  return others > 0 ? <AllLink by={by} name={name} period={period} /> : name
}

function End({ name, at, told, children }: { name: string; at: number; told: boolean; children: string }) {
  return (
    <tr className={classes.end}>
      <th scope="row">{name}</th>
      <td className={classes.drawing} aria-hidden="true">
        <u style={{ left: `${at}%` }} />
      </td>
      {told ? (
        <>
          <td data-wide />
          <td data-wide />
        </>
      ) : undefined}
      <td>
        <b>{children}</b>
      </td>
    </tr>
  )
}

interface DetailLinkProps {
  by: Split
  row: Contribution
  name: string
  period: PeriodSearch
}

/** Where all of them stand, of the same days and compared with the same. */
const allOf = {
  product: '/analytics/sales-by-product',
  country: '/analytics/sales-by-location',
  campaign: '/analytics/funnel',
  portal: '/analytics/sales-by-portal',
  price: '/analytics/net-sales',
} as const satisfies Record<Split, string>

const AllLink = ({ by, name, period }: { by: Split; name: string; period: PeriodSearch }) => (
  <Link to={allOf[by]} search={{ ...period, compare: true }}>
    {name}
  </Link>
)

/** Where a contribution is told in full, with the same days and compared with the same. */
function DetailLink({ by, row: { id }, name, period }: DetailLinkProps) {
  const search = { ...period, compare: true as const }
  switch (by) {
    case 'product':
      return (
        <Link to="/analytics/sales-by-product" search={{ ...search, products: [id] }}>
          {name}
        </Link>
      )
    case 'country':
      return id ? (
        <Link to="/analytics/sales-by-location" search={{ ...search, countries: [id] }}>
          {name}
        </Link>
      ) : (
        name
      )
    case 'campaign':
      return (
        <Link to="/analytics/funnel" search={search}>
          {name}
        </Link>
      )
    case 'portal':
      return (
        <Link to="/analytics/net-sales" search={{ ...search, portals: [id] }}>
          {name}
        </Link>
      )
    default:
      return (
        <Link to="/analytics/net-sales" search={search}>
          {name}
        </Link>
      )
  }
}
