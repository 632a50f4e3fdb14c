import { mdiUpload } from '@mdi/js'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Api, Failure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { SheetDialog } from '#ui/sheet-dialog-on-demand.ts'
import { toast } from '#ui/toast.tsx'
import { upload } from '#ui/upload.ts'
import type { uploadFormats } from '../choices.ts'
import classes from './orders.module.css'

type Uploaded = Exclude<Awaited<ReturnType<Api['orders']['uploadOrders']>>, Failure | undefined>

/** The file's own currencies, not only euros. */
const inCurrency = (amount: number, currency: string) =>
  amount.toLocaleString(getLocale(), { style: 'currency', currency, useGrouping: 'always' })

const totalsOf = ({ totals }: Uploaded) =>
  Object.entries(totals)
    .map(([currency, total]) => inCurrency(Number(total), currency))
    .join(', ') || m['ui.none']()

type Format = (typeof uploadFormats)[number]

const mapExample = JSON.stringify(
  {
    columns: { order: 'pedido', sku: 'sku', quantity: 'unidades', unitPrice: 'precio', date: 'fecha' },
    constants: { currency: 'EUR' },
  },
  null,
  2,
)

/** A file of orders, looked at before it comes in, and the way to those that came before. */
export function UploadActions({ portalId, editable }: { portalId: string; editable: boolean }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [format, setFormat] = useState<Format>('shopify')
  const [map, setMap] = useState(mapExample)
  const { number } = here()
  return (
    <>
      <ButtonLink to="/stocks/imports">{m['orders.imports.title']()}</ButtonLink>
      {editable ? (
        <Button look="primary" icon={mdiUpload} onClick={() => setOpen(true)}>
          {m['orders.upload.open']()}
        </Button>
      ) : undefined}
      <Suspense>
        {open ? (
          <SheetDialog
            key={format}
            title={m['orders.upload.title']()}
            help={m['orders.upload.help']()}
            accept=".csv,.gz,text/csv"
            failed={m['orders.upload.failed']()}
            columns={[m['products.import.row'](), m['orders.upload.fault']()]}
            settings={
              <>
                <SelectField
                  label={m['orders.upload.format']()}
                  value={format}
                  options={[
                    { value: 'shopify', label: 'Shopify' },
                    { value: 'bandcamp', label: 'Bandcamp' },
                    { value: 'generic', label: m['orders.upload.generic']() },
                  ]}
                  onChange={(event) => setFormat(event.currentTarget.value as Format)}
                />
                {format === 'generic' ? (
                  <Field label={m['orders.upload.map']()} help={m['orders.upload.mapHelp']()}>
                    {(wiring) => (
                      <textarea
                        {...wiring}
                        className={classes.map}
                        rows={9}
                        spellCheck={false}
                        value={map}
                        onChange={(event) => setMap(event.currentTarget.value)}
                      />
                    )}
                  </Field>
                ) : undefined}
              </>
            }
            send={(file, mode, tell, decimal) =>
              upload<Uploaded>(
                // As orders.uploadOrders has it, which cannot say how far it is.
                `/portal/${portalId}/orders/import`,
                {
                  file,
                  format,
                  mode,
                  ...(format === 'generic' ? { map, ...(decimal ? { decimal } : {}) } : {}),
                },
                tell,
              )
            }
            report={(answer) =>
              m['orders.upload.report']({
                rows: number(answer.imported),
                orders: number(answer.orders),
                units: number(answer.units),
                net: totalsOf(answer),
                known: number(answer.known),
                unmapped: number(answer.unmapped),
              })
            }
            read={(report) => ({
              good: report.imported,
              bad: report.bad,
              summary: m['orders.upload.judged']({
                fresh: number(report.imported),
                known: number(report.known),
                bad: number(report.bad),
                orders: number(report.orders),
                net: totalsOf(report),
                unmapped: number(report.unmapped),
              }),
              rows: report.errors.map(({ row, message }, at) => ({
                key: `${row} ${at}`,
                fault: true,
                cells: [row, message],
              })),
            })}
            onDone={({ imported }) => {
              toast(m['orders.upload.done']({ count: number(imported) }))
              void router.invalidate()
            }}
            onClose={() => setOpen(false)}
          />
        ) : undefined}
      </Suspense>
    </>
  )
}
