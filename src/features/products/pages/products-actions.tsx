import { mdiDownload, mdiPlus, mdiUpload } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink, IconButton } from '#ui/button.tsx'
import { downloadFrom } from '#ui/download.ts'
import { TextField } from '#ui/field.tsx'
import { SheetDialog } from '#ui/sheet-dialog-on-demand.ts'
import { toast } from '#ui/toast.tsx'
import { type ProductsSearch, queryOf } from './products-search.ts'

/** The file of those that the filters leave, many from a file, and a new one. */
export function ProductsActions({ search, editable }: { search: ProductsSearch; editable: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const [portal, setPortal] = useState('')
  const save = async () => {
    const { page: _, ...filters } = queryOf(search)
    setSaving(true)
    const fault = await downloadFrom('/api/products/file', { ...filters, as: 'xlsx' })
    setSaving(false)
    if (fault) toast(fault === true ? m['products.exportFailed']() : fault, { kind: 'error' })
  }
  return (
    <>
      <IconButton
        framed
        label={m['products.export']()}
        path={mdiDownload}
        aria-busy={saving}
        onClick={saving ? undefined : save}
      />
      {editable ? (
        <>
          <Button icon={mdiUpload} onClick={() => setOpen(true)}>
            {m['products.import.open']()}
          </Button>
          <ButtonLink to="/products/new" look="primary" icon={mdiPlus}>
            {m['products.new']()}
          </ButtonLink>
        </>
      ) : undefined}
      <Suspense>
        {open ? (
          <SheetDialog
            title={m['products.import.title']()}
            settings={
              <TextField
                label={m['products.import.portal']()}
                help={m['products.import.portalHelp']()}
                optional
                maxLength={8}
                autoCapitalize="characters"
                value={portal}
                onChange={({ currentTarget }) => setPortal(currentTarget.value.toUpperCase())}
              />
            }
            help={m['products.import.help']()}
            accept=".csv,.xlsx,text/csv"
            failed={m['products.import.failed']()}
            columns={[
              m['products.import.row'](),
              m['products.column.name'](),
              m['products.column.portal'](),
              m['products.import.outcome'](),
            ]}
            send={(file, mode, _, decimal) =>
              api.products.importProducts({
                ...{ file, mode },
                ...(decimal ? { decimal } : {}),
                ...(portal ? { portal } : {}),
              })
            }
            read={({ rows, good, bad }) => ({
              good,
              bad,
              rows: rows.map(({ row, name, portal, outcome, errors }) => ({
                key: row,
                fault: outcome === 'wrong',
                cells: [
                  row,
                  name,
                  portal,
                  outcome === 'wrong'
                    ? [...new Set(Object.values(errors))].join(' ')
                    : outcomeWords[outcome](),
                ],
              })),
            })}
            onDone={({ created, updated }) => {
              toast(m['products.import.done']({ created, updated }))
              void router.invalidate()
            }}
            onClose={() => setOpen(false)}
          />
        ) : undefined}
      </Suspense>
    </>
  )
}

const outcomeWords = {
  new: m['products.import.outcomeNew'],
  changed: m['products.import.outcomeChanged'],
  same: m['products.import.outcomeSame'],
}
