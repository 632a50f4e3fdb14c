import { mdiPlus } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { Example } from '#ui/example.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { units } from '#ui/units.ts'
import type { ProductRate } from '../rates-contract.ts'
import classes from './billing.module.css'
import { rateWord } from './billing-words.ts'
import { nameIn } from './split-words.ts'

/** `20 %`, or `20 % · 15 % a partir de 1.000`. */
const stepsWord = (steps: ProductRate['steps']) =>
  steps.length === 0
    ? m['billing.rates.products.ofPortal']()
    : steps
        .map(({ fromUnits, bp }) =>
          fromUnits === 0
            ? rateWord(bp)
            : m['billing.rates.products.step']({ pct: rateWord(bp), units: units(fromUnits) }),
        )
        .join(' · ')

/** Commissions of single products, which go before their portals'. */
export function ProductRates({ rates, onAdd }: { rates: readonly ProductRate[]; onAdd: () => void }) {
  const today = todayPlus(new Date())
  const add = (
    <Button size="sm" icon={mdiPlus} onClick={onAdd}>
      {m['billing.rates.products.add']()}
    </Button>
  )
  const table = (rows: readonly ProductRate[]) => (
    <DataTable
      label={m['billing.rates.products.title']()}
      rows={rows}
      rowKey={({ product, validFrom }) => `${product.id} ${validFrom}`}
      columns={[
        {
          id: 'product',
          title: m['billing.rates.products.product'](),
          phone: 'main',
          cell: ({ product }) => <b className={classes.strong}>{nameIn(product.name)}</b>,
        },
        {
          id: 'portal',
          title: m['billing.rates.portal'](),
          phone: 'detail',
          cell: ({ portal }) => portal.name,
        },
        {
          id: 'from',
          title: m['billing.rates.from'](),
          cell: ({ validFrom }) => here().date(validFrom),
        },
        {
          id: 'state',
          title: m['billing.rates.status'](),
          phone: 'status',
          cell: ({ current, validFrom }) =>
            current ? (
              <Status mark="live">{m['billing.rates.current']()}</Status>
            ) : validFrom > today ? (
              <Status mark="draft">{m['billing.rates.later']()}</Status>
            ) : (
              <Status mark="paused">{m['billing.rates.past']()}</Status>
            ),
        },
        {
          id: 'steps',
          title: m['billing.rates.products.steps'](),
          sentence: true,
          phone: 'wide',
          cell: ({ steps }) => <b>{stepsWord(steps)}</b>,
        },
      ]}
    />
  )
  return (
    <Frame title={m['billing.rates.products.title']()} control={add}>
      {rates.length === 0 ? (
        <>
          <Empty title={m['billing.rates.products.none']()} text={m['billing.rates.products.noneText']()} />
          <Example
            load={() => import('./example-bills.ts').then(({ exampleProductRates }) => exampleProductRates())}
          >
            {table}
          </Example>
        </>
      ) : (
        table(rates)
      )}
    </Frame>
  )
}
