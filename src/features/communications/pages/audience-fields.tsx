import { mdiClose } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { roles } from '#platform/permissions.ts'
import { readThrough } from '#ui/filter-pick.tsx'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { roleNames } from '#ui/role-names.ts'
import { useAnswer } from '#ui/use-answer.ts'
import { portalTypes } from '../choices.ts'
import classes from './communications.module.css'
import type { PostValues } from './post-values.ts'

type Audience = PostValues['audience']

interface AudienceFieldsProps {
  value: Audience
  /** The first by name, and those that are chosen. */
  portals: readonly PickOption[]
  disabled: boolean
  error: string | undefined
  onChange: (value: Audience) => void
}

/** Who a post is for, and how many that is right now. */
export function AudienceFields({ value, portals, disabled, error, onChange }: AudienceFieldsProps) {
  const toggled = <T,>(list: readonly T[], one: T, on: boolean) =>
    on ? [...list, one] : list.filter((other) => other !== one)
  const { api } = useRouteContext({ from: '__root__' })
  // What was found stays known: its name is needed once it is chosen.
  const [found, setFound] = useState<readonly PickOption[]>([])
  const nameOf = (id: string) => [...portals, ...found].find((portal) => portal.value === id)?.label ?? id
  const withoutChosen = (some: readonly PickOption[]) =>
    some.filter((portal) => !value.portals.includes(portal.value))
  const find = async (q: string) => {
    const answer = await api.communications.audienceChoices({ q }, { key: 'pick-portal' })
    if (isFailure(answer)) return undefined
    setFound((known) => [...known, ...answer.portals])
    return withoutChosen(answer.portals)
  }
  return (
    <>
      <p className={classes.quiet}>{m['communications.form.audienceHelp']()}</p>
      <fieldset className={classes.choices} disabled={disabled}>
        <legend>{m['communications.form.portalTypes']()}</legend>
        <div className={classes.options}>
          {portalTypes.map((type) => (
            <label key={type} className={classes.option}>
              <input
                type="checkbox"
                checked={value.portalTypes.includes(type)}
                onChange={(event) =>
                  onChange({
                    ...value,
                    portalTypes: toggled(value.portalTypes, type, event.currentTarget.checked),
                  })
                }
              />
              {type === 'master' ? m['communications.form.master']() : m['communications.form.simple']()}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.choices} disabled={disabled}>
        <legend>{m['communications.form.roles']()}</legend>
        <div className={classes.options}>
          {roles.map((role) => (
            <label key={role} className={classes.option}>
              <input
                type="checkbox"
                checked={value.roles.includes(role)}
                onChange={(event) =>
                  onChange({ ...value, roles: toggled(value.roles, role, event.currentTarget.checked) })
                }
              />
              {roleNames[role]()}
            </label>
          ))}
        </div>
      </fieldset>
      <PickField
        label={m['communications.form.portals']()}
        none={
          value.portals.length === 0
            ? m['communications.form.everyPortal']()
            : m['communications.form.addPortal']()
        }
        value=""
        disabled={disabled}
        options={withoutChosen(portals)}
        searched={portals.length > readThrough}
        find={find}
        onChange={(id) => {
          if (id) onChange({ ...value, portals: [...value.portals, id] })
        }}
      />
      {value.portals.length > 0 ? (
        <div className={classes.options}>
          {value.portals.map((id) => (
            <span key={id} className={classes.option}>
              {nameOf(id)}
              {disabled ? undefined : (
                <button
                  type="button"
                  aria-label={m['communications.form.removePortal']({ name: nameOf(id) })}
                  onClick={() =>
                    onChange({ ...value, portals: value.portals.filter((other) => other !== id) })
                  }
                >
                  <Icon path={mdiClose} size={15} />
                </button>
              )}
            </span>
          ))}
        </div>
      ) : undefined}
      <p className={classes.count} role="status">
        <AudienceCount audience={value} />
      </p>
      {error ? <p className={classes.problem}>{error}</p> : undefined}
    </>
  )
}

/** Waits for a pause in choosing before counting. */
const pauseMs = 250

function AudienceCount({ audience }: { audience: Audience }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { answer: counted } = useAnswer(
    () => api.communications.countAudience(audience, { key: 'audience' }),
    JSON.stringify(audience),
    pauseMs,
  )
  const { number } = here()
  if (isFailure(counted)) return m['communications.form.counting']()
  if (counted.people === 0) return m['communications.form.countNobody']()
  if (counted.people === 1) return m['communications.form.countOne']()
  return m['communications.form.count']({
    people: number(counted.people),
    portals: number(counted.portals),
  })
}
