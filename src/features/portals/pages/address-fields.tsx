import { m } from '#paraglide/messages.js'
import { shortLinkHost } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { FieldRow } from '#ui/form-page.tsx'
import classes from './portal-form.module.css'
import { useAddressCheck } from './use-address-check.ts'

interface Values {
  name: string
  code: string
  customUrl: string
}
interface AddressFieldsProps {
  portalId?: string
  /** Where fans see the portal now, if it is there already. */
  url?: string
  /** What is saved: it is asked about only when it differs. */
  saved?: Values
  values: Values
  errors: Record<string, string>
  disabled?: boolean
  set: (name: keyof Values, value: string) => void
}

/** The beginning of every portal's address here; on a machine of one's own, that of the service itself. */
function hostOf(url: string | undefined): string {
  const host = url ? new URL(url).host : ''
  return !host || host.startsWith('localhost') ? shortLinkHost : `${host}/`
}

/** Code and address of a portal, with what is free where they are not. */
export function AddressFields({ portalId, url, saved, values, errors, disabled, set }: AddressFieldsProps) {
  const shownHost = hostOf(url)
  const changed = (name: 'code' | 'customUrl') => (values[name] === saved?.[name] ? '' : values[name])
  const suggestions = useAddressCheck({
    ...(portalId ? { portalId } : {}),
    name: values.name,
    code: changed('code'),
    customUrl: changed('customUrl'),
  })
  const free = (name: 'code' | 'customUrl') => {
    const suggestion = suggestions[name]
    return suggestion ? (
      <span className={classes.free}>
        {m['portals.form.taken']()}
        <Button size="sm" onClick={() => set(name, suggestion)}>
          {m['portals.form.use']({ suggestion })}
        </Button>
      </span>
    ) : undefined
  }
  return (
    <FieldRow>
      <TextField
        label={m['portals.one.code']()}
        help={free('code') ?? m['portals.form.codeHelp']()}
        value={values.code}
        error={errors.code}
        maxLength={8}
        autoComplete="off"
        disabled={disabled}
        onChange={(event) => set('code', event.currentTarget.value.toUpperCase())}
      />
      <TextField
        label={m['portals.one.address']()}
        help={free('customUrl') ?? m['portals.form.addressHelp']()}
        prefix={shownHost}
        value={values.customUrl}
        error={errors.customUrl}
        maxLength={40}
        autoComplete="off"
        disabled={disabled}
        onChange={(event) => set('customUrl', event.currentTarget.value.toLowerCase())}
      />
    </FieldRow>
  )
}
