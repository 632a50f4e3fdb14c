import { mdiContentCopy } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { findPortals } from '#features/portals/pages/find-portals.ts'
import { permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import type { PermissionMap } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogForm, DialogParts } from '#ui/dialog-parts.tsx'
import { PasswordField, SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './keys.module.css'
import { examplePath, type ScopeId, scopes } from './scopes.ts'

interface Made {
  secret: string
  reads: readonly ScopeId[]
}

interface KeyDialogProps {
  session: Session
  onMade: () => void
  onClose: () => void
}

/** A new key: what for, what it reads and for how long; then the key itself, once. */
export default function KeyDialog({ session, onMade, onClose }: KeyDialogProps) {
  const [made, setMade] = useState<Made>()
  return (
    <Dialog label={m['keys.createTitle']()} holds={made !== undefined} onClose={onClose}>
      {made ? (
        <MadeKey {...made} onClose={onClose} />
      ) : (
        <KeyForm
          session={session}
          onClose={onClose}
          onMade={(key) => {
            setMade(key)
            onMade()
          }}
        />
      )}
    </Dialog>
  )
}

const lifetimes = { '30': 30, '90': 90, '365': 365, '730': 730 } as const
type Lifetime = keyof typeof lifetimes

/** The keys held at one portal, or anywhere. */
function heldAt(session: Session, portalId: string): Set<string> {
  const { user } = session
  const maps: (PermissionMap | undefined)[] = user.staff
    ? [user.permissions]
    : portalId
      ? [permissionsAt(session, portalId)]
      : (user.portals ?? []).map((one) => one.permissions)
  return new Set(
    maps.flatMap((map) =>
      Object.entries(map ?? {}).flatMap(([group, actions]) =>
        Object.keys(actions).map((action) => `${group}.${action}`),
      ),
    ),
  )
}

interface FormProps {
  session: Session
  onMade: (key: Made) => void
  onClose: () => void
}

function KeyForm({ session, onMade, onClose }: FormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const initial = {
    name: '',
    portalId: '',
    days: '365' as Lifetime,
    reads: [] as ScopeId[],
    password: '',
  }
  const form = useForm(initial, m['keys.failed']())
  const { values, set, errors } = form
  const held = heldAt(session, values.portalId)
  const offered = scopes.filter(({ keys }) => keys.some((key) => held.has(key)))
  const make = async () => {
    const chosen = offered.filter(({ id }) => values.reads.includes(id))
    const permissions = chosen.flatMap(({ keys }) => keys.filter((key) => held.has(key)))
    const { name, portalId, days, password } = values
    const made = await form.send(() =>
      api.keys.createKey({ name, portalId: portalId || null, days: lifetimes[days], permissions, password }),
    )
    if (made) onMade({ secret: made.secret, reads: chosen.map(({ id }) => id) })
  }
  const toggle = (id: ScopeId, on: boolean) =>
    set('reads', on ? [...values.reads, id] : values.reads.filter((one) => one !== id))
  return (
    <DialogForm
      title={m['keys.createTitle']()}
      verb={m['keys.submit']()}
      form={form}
      onSend={make}
      onClose={onClose}
    >
      <TextField
        label={m['keys.name']()}
        help={m['keys.nameHelp']()}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        value={values.name}
        error={errors.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <FieldRow>
        {session.user.staff ? undefined : (
          <PickField
            label={m['keys.portal']()}
            none={m['keys.everywhere']()}
            clearable
            value={values.portalId}
            error={errors.portalId}
            options={(session.user.portals ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            find={(q) => findPortals(api, q)}
            onChange={(portalId) => set('portalId', portalId)}
          />
        )}
        <SelectField
          label={m['keys.days']()}
          value={values.days}
          options={[
            { value: '30', label: m['keys.days30']() },
            { value: '90', label: m['keys.days90']() },
            { value: '365', label: m['keys.days365']() },
            { value: '730', label: m['keys.days730']() },
          ]}
          onChange={(event) => set('days', event.currentTarget.value as Lifetime)}
        />
      </FieldRow>
      <fieldset className={classes.permissions}>
        <legend>{m['keys.permissions']()}</legend>
        <div className={classes.grid}>
          {offered.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={values.reads.includes(id)}
                aria-invalid={errors.permissions ? true : undefined}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
              {name()}
            </label>
          ))}
        </div>
        {errors.permissions ? (
          <p className={classes.error} role="alert">
            {errors.permissions}
          </p>
        ) : (
          <p className={classes.note}>{m['keys.permissionsHelp']()}</p>
        )}
      </fieldset>
      <PasswordField
        label={m['account.page.current']()}
        help={m['keys.passwordHelp']()}
        autoComplete="current-password"
        value={values.password}
        error={errors.password}
        onChange={(event) => set('password', event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function MadeKey({ secret, reads, onClose }: Made & { onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast(m['keys.copied']())
  }
  return (
    <DialogParts title={m['keys.madeTitle']()} text={m['keys.madeText']()}>
      <code className={classes.secret}>{secret}</code>
      <p className={classes.quiet}>{m['keys.example']()}</p>
      <pre className={classes.example}>
        {`curl -H 'Authorization: Bearer ${secret.slice(0, 8)}…' '${window.location.origin}${examplePath(reads)}'`}
      </pre>
      <DialogActions>
        <Button icon={mdiContentCopy} onClick={copy}>
          {m['keys.copy']()}
        </Button>
        <Button look="primary" onClick={onClose}>
          {m['keys.done']()}
        </Button>
      </DialogActions>
    </DialogParts>
  )
}
