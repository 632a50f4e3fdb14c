import { mdiDownload, mdiPlus, mdiUpload } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { downloadFrom } from '#ui/download.ts'
import { withoutPicked } from '#ui/picked-search.ts'
import { SheetDialog } from '#ui/sheet-dialog-on-demand.ts'
import { toast } from '#ui/toast.tsx'
import type { ContactsSearch } from './contacts-search.ts'

const ContactDialog = lazy(() => import('./contact-dialog.tsx'))

/** A new contact, many from a file, and the file of those that the filters leave. */
export function ContactsActions({ search }: { search: ContactsSearch }) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [open, setOpen] = useState<'one' | 'many'>()
  const [saving, setSaving] = useState(false)
  if (!can(permissionsOf(session), 'contacts.managecontacts')) return null
  const save = async () => {
    const { page: _, ...filters } = withoutPicked(search)
    setSaving(true)
    const fault = await downloadFrom('/api/contacts/export', filters)
    setSaving(false)
    if (fault) toast(fault === true ? m['contacts.exportFailed']() : fault, { kind: 'error' })
  }
  const close = () => setOpen(undefined)
  return (
    <>
      <IconButton
        framed
        label={m['contacts.export']()}
        path={mdiDownload}
        aria-busy={saving}
        onClick={saving ? undefined : save}
      />
      <Button icon={mdiUpload} onClick={() => setOpen('many')}>
        {m['contacts.import.open']()}
      </Button>
      <Button look="primary" icon={mdiPlus} onClick={() => setOpen('one')}>
        {m['contacts.create.open']()}
      </Button>
      <Suspense>
        {open === 'one' ? <ContactDialog onClose={close} /> : undefined}
        {open === 'many' ? (
          <SheetDialog
            title={m['contacts.import.title']()}
            help={m['contacts.import.help']()}
            accept=".csv,text/csv"
            failed={m['contacts.import.failed']()}
            columns={[
              m['contacts.import.line'](),
              m['contacts.column.name'](),
              m['contacts.column.email'](),
              m['contacts.import.outcome'](),
            ]}
            send={(file, mode) => api.contacts.importContacts({ file, mode })}
            read={({ rows, good, bad }) => ({
              good,
              bad,
              rows: rows.map(({ row, name, email, errors, known }) => {
                const faults = [...new Set(Object.values(errors))]
                const outcome = known ? m['contacts.import.known']() : m['contacts.import.fresh']()
                return {
                  key: row,
                  fault: faults.length > 0,
                  cells: [row, name || m['ui.none'](), email || m['ui.none'](), faults.join(' ') || outcome],
                }
              }),
            })}
            onDone={({ created, updated }) => {
              toast(m['contacts.import.done']({ created, updated }))
              void router.invalidate()
            }}
            onClose={close}
          />
        ) : undefined}
      </Suspense>
    </>
  )
}
