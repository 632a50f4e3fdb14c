import { useRouteContext } from '@tanstack/react-router'
import type { Session } from '#features/account/contract.ts'
import { findPortals } from '#features/portals/pages/find-portals.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { PickField } from '#ui/pick-field.tsx'

interface CalendarDialogProps {
  session: Session
  onMade: () => void
  onClose: () => void
}

/** The portals of one's session whose events one sees. */
const portalsOf = ({ user }: Session) =>
  (user.portals ?? []).filter(({ permissions }) => can(permissions, 'events.viewevents'))

/** A new calendar: of which portal, or of which label. */
export default function CalendarDialog({ session, onMade, onClose }: CalendarDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const portals = portalsOf(session)
  const first = portals.find(({ id }) => id === session.currentPortalId) ?? portals[0]
  const form = useForm(
    { portalId: first?.id ?? '', what: first?.label ? 'account' : 'portal' },
    m['calendars.failed'](),
  )
  const { values, set, errors } = form
  // Staff's session does not say which portals are labels': the server does.
  const label = session.user.staff || portals.some(({ id, label }) => id === values.portalId && label)
  const make = async () => {
    const wholeAccount = label && values.what === 'account'
    if (await form.send(() => api.calendars.createCalendar({ portalId: values.portalId, wholeAccount })))
      onMade()
  }
  return (
    <Dialog label={m['calendars.createTitle']()} onClose={onClose}>
      <DialogForm
        title={m['calendars.createTitle']()}
        text={m['calendars.createText']()}
        verb={m['calendars.submit']()}
        form={form}
        onSend={make}
        onClose={onClose}
      >
        <PickField
          label={m['calendars.portal']()}
          none={m['ui.none']()}
          searched={session.user.staff}
          value={values.portalId}
          error={errors.portalId}
          options={portals.map(({ id, name }) => ({ value: id, label: name }))}
          find={(q) => findPortals(api, q)}
          onChange={(portalId) => set('portalId', portalId)}
        />
        {label ? (
          <SelectField
            label={m['calendars.what']()}
            value={values.what}
            error={errors.wholeAccount}
            options={[
              { value: 'portal', label: m['calendars.onePortal']() },
              { value: 'account', label: m['calendars.wholeAccount']() },
            ]}
            onChange={(event) => set('what', event.currentTarget.value)}
          />
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}
