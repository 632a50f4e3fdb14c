import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { findPortals } from '#features/portals/pages/find-portals.ts'
import { permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import type { PermissionMap } from '#platform/permissions.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { PasswordField, SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { PickField } from '#ui/pick-field.tsx'
import classes from './keys.module.css'
import { MadeKey } from './made-key.tsx'
import { areasOf, examplePath, type Level, type Levels, permissionsFor, type Scope } from './scopes.ts'

interface Made {
  secret: string
  example: string
}

interface KeyDialogProps {
  session: Session
  scopes: readonly Scope[]
  onMade: () => void
  onClose: () => void
}

/** A new key: what for, what it reads and changes, and for how long; then the key itself, once. */
export default function KeyDialog({ session, scopes, onMade, onClose }: KeyDialogProps) {
  const [made, setMade] = useState<Made>()
  return (
    <Dialog label={m['keys.createTitle']()} holds={made !== undefined} onClose={onClose}>
      {made ? (
        <MadeKey {...made} onClose={onClose} />
      ) : (
        <KeyForm
          session={session}
          scopes={scopes}
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

const levelName = (level: Level): string =>
  ({ none: m['keys.level.none'](), read: m['keys.level.read'](), write: m['keys.level.write']() })[level]

interface FormProps {
  session: Session
  scopes: readonly Scope[]
  onMade: (key: Made) => void
  onClose: () => void
}

function KeyForm({ session, scopes, onMade, onClose }: FormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const initial = {
    name: '',
    portalId: '',
    days: '365' as Lifetime,
    levels: {} as Levels,
    password: '',
  }
  const form = useForm(initial, m['keys.failed']())
  const { values, set, errors } = form
  const held = heldAt(session, values.portalId)
  const offered = scopes.filter(({ permission }) => held.has(permission))
  const ofLabel = session.user.portals?.some(({ id, label }) => label && id === values.portalId)
  const make = async () => {
    const { name, portalId, days, password, levels } = values
    const asked = permissionsFor(offered, levels)
    const made = await form.send(() =>
      api.keys.createKey({ name, portalId: portalId || null, days: lifetimes[days], ...asked, password }),
    )
    if (made) onMade({ secret: made.secret, example: examplePath(levels) })
  }
  const failed = errors.permissions ?? errors.writes
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
          {areasOf(offered).map(({ id, name, offered: levels }) => (
            <SelectField
              key={id}
              label={name()}
              help={id === 'billing' && ofLabel ? m['keys.billingOfLabel']() : undefined}
              value={values.levels[id] ?? 'none'}
              options={levels.map((level) => ({ value: level, label: levelName(level) }))}
              onChange={(event) =>
                set('levels', { ...values.levels, [id]: event.currentTarget.value as Level })
              }
            />
          ))}
        </div>
        {failed ? (
          <p className={classes.error} role="alert">
            {failed}
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
