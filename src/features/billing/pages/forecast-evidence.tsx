import { m } from '#paraglide/messages.js'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { Coming } from '../advances-contract.ts'
import classes from './billing.module.css'
import { nameIn } from './split-words.ts'

export interface Forecast {
  monthlyCents: number
  paceMonths: number
  compared: number
  coming: Coming[]
  earnedCents: number
  settledIn: string | null
}

/** What is to come and is reckoned to bring something: what brings nothing is no part of a forecast. */
const reckonedWith = ({ coming }: Forecast) =>
  coming.filter(({ expectedCents, presoldCents }) => expectedCents > 0 || presoldCents > 0)

/** What the forecast is made from: never a month without it. */
function basis(forecast: Forecast): string {
  const { money, number } = here()
  const { monthlyCents, paceMonths, earnedCents } = forecast
  const coming = reckonedWith(forecast)
  const pace = { amount: money(monthlyCents), count: number(paceMonths) }
  const reckoned =
    coming.length > 0
      ? m['billing.advances.basis.releases']({ ...pace, releases: number(coming.length) })
      : m['billing.advances.basis.pace'](pace)
  return earnedCents > 0
    ? `${reckoned} ${m['billing.advances.basis.earned']({ amount: money(earnedCents) })}`
    : reckoned
}

/** When advances are settled, and from what that is reckoned; why nothing can be said, where that is so. */
export function forecastWord(forecast: Forecast): string {
  if (forecast.paceMonths === 0 && forecast.coming.length === 0 && forecast.earnedCents <= 0)
    return m['billing.advances.basis.none']()
  const said = basis(forecast)
  return forecast.settledIn
    ? m['billing.advances.basis.settled']({ month: here().month(`${forecast.settledIn}-01`), basis: said })
    : m['billing.advances.basis.never']({ basis: said })
}

/** Releases to come and what each is reckoned to bring; nothing where there are none. */
export function ForecastEvidence({ forecast }: { forecast: Forecast }) {
  const { money, date, number } = here()
  const coming = reckonedWith(forecast)
  if (coming.length === 0) return undefined
  return (
    <Frame title={m['billing.advances.coming.title']()}>
      <DataTable
        label={m['billing.advances.coming.title']()}
        rows={coming.map((one, at) => ({ ...one, at }))}
        rowKey={({ at }) => String(at)}
        columns={[
          {
            id: 'title',
            title: m['billing.advances.coming.release'](),
            phone: 'main',
            cell: ({ title, portal }) => (
              // One thing on a phone, where a cell's parts stand apart.
              <span>
                <b className={classes.strong}>{nameIn(title)}</b>{' '}
                <span className={classes.quiet}>{portal}</span>
              </span>
            ),
          },
          {
            id: 'on',
            title: m['billing.advances.coming.on'](),
            phone: 'detail',
            cell: ({ on }) => date(on),
          },
          {
            id: 'presold',
            title: m['billing.advances.coming.presold'](),
            numeric: true,
            cell: ({ presoldCents }) => money(presoldCents),
          },
          {
            id: 'from',
            title: m['billing.advances.coming.from'](),
            sentence: true,
            phone: 'wide',
            cell: ({ compared }) =>
              compared > 0
                ? m['billing.advances.coming.compared']({ count: number(compared) })
                : m['billing.advances.coming.onlyPresold'](),
          },
          {
            id: 'expected',
            title: m['billing.advances.coming.expected'](),
            numeric: true,
            phone: 'amount',
            cell: ({ expectedCents }) => <b>{money(expectedCents)}</b>,
          },
        ]}
      />
    </Frame>
  )
}
