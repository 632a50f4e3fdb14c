import { mdiMagnify } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, reasonOf } from '#client.ts'
import { type AtService, type FoundRelease, linksMax } from '#features/releases/contract.ts'
import { isOfService, nameOfService, serviceNamed } from '#features/releases/music-services.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './release-links.module.css'

type Links = { name: string; url: string }[]

/** The codes that were typed. */
const askedOf = ({ upc, isrc }: ReleaseServicesProps['codes']) => ({
  ...(upc.trim() ? { upc } : {}),
  ...(isrc.trim() ? { isrc } : {}),
})

interface ReleaseServicesProps {
  portalId: string
  /** Services that this installation can ask. */
  services: readonly AtService[]
  codes: { upc: string; isrc: string }
  links: Links
  errors: Record<string, string>
  onCode: (code: 'upc' | 'isrc', value: string) => void
  onLinks: (links: Links) => void
}

/** The release's numbers, and what services of music have under them: proposals, each taken over by a press. */
export function ReleaseServices(props: ReleaseServicesProps) {
  const { portalId, services, codes, links, errors, onCode, onLinks } = props
  const { api, session } = useRouteContext({ from: '__root__' })
  // Only who runs the program can do something about it.
  const staff = session?.user.staff === true
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<AtService[]>()
  const [refused, setRefused] = useState<Record<string, string>>({})
  const names = services.map(({ service }) => nameOfService(service))
  const change = (code: 'upc' | 'isrc', value: string) => {
    setRefused({})
    setTold(undefined)
    onCode(code, value)
  }
  const look = async () => {
    setBusy(true)
    const answer = await api.releases.findAtServices({ portalId, ...askedOf(codes) })
    setBusy(false)
    if (!isFailure(answer)) return setTold(answer.services)
    const fields = (typeof answer?.error === 'object' && answer.error.fields) || {}
    setRefused(fields)
    if (Object.keys(fields).length === 0)
      toast(reasonOf(answer) ?? m['releases.services.failed'](), { kind: 'error' })
  }
  // A link that somebody typed stays what it is: only services without one are offered.
  const open = (told ?? []).filter(({ service }) => !hasLink(links, nameOfService(service)))
  const sure = open.flatMap(({ service, found }) => {
    const [one] = found
    return found.length === 1 && one ? [{ name: nameOfService(service), url: one.url }] : []
  })
  const add = (more: Links) =>
    onLinks([...links.filter(({ name, url }) => name || url), ...more].slice(0, linksMax))
  return (
    <>
      <FieldRow>
        <TextField
          label={m['releases.services.upc']()}
          help={m['releases.services.upcHelp']()}
          optional
          inputMode="numeric"
          maxLength={40}
          value={codes.upc}
          error={errors.upc ?? refused.upc}
          onChange={(event) => change('upc', event.currentTarget.value)}
        />
        <TextField
          label={m['releases.services.isrc']()}
          help={m['releases.services.isrcHelp']()}
          optional
          maxLength={40}
          value={codes.isrc}
          error={errors.isrc ?? refused.isrc}
          onChange={(event) => change('isrc', event.currentTarget.value)}
        />
      </FieldRow>
      {services.length === 0 ? (
        staff ? (
          <p className={classes.soft}>{m['releases.services.none']()}</p>
        ) : undefined
      ) : (
        <div className={classes.look}>
          <Button
            icon={mdiMagnify}
            busy={busy}
            disabled={!(codes.upc.trim() || codes.isrc.trim())}
            onClick={look}
          >
            {m['releases.services.look']()}
          </Button>
          <span className={classes.soft}>{m['releases.services.where']({ names: names.join(', ') })}</span>
        </div>
      )}
      {told ? (
        <div role="status">
          <ul className={classes.told}>
            {told.map((one) => (
              <Told
                key={one.service}
                told={one}
                taken={hasLink(links, nameOfService(one.service))}
                onAdd={(found) => add([{ name: nameOfService(one.service), url: found.url }])}
              />
            ))}
          </ul>
          {sure.length > 1 ? (
            <Button onClick={() => add(sure)}>{m['releases.services.addAll']({ count: sure.length })}</Button>
          ) : undefined}
        </div>
      ) : undefined}
    </>
  )
}

const hasLink = (links: Links, name: string) => {
  const service = serviceNamed(name)
  return links.some(
    (link) =>
      service !== undefined && (serviceNamed(link.name) === service || isOfService(service, link.url)),
  )
}

interface ToldProps {
  told: AtService
  /** There is a link to this service already. */
  taken: boolean
  onAdd: (found: FoundRelease) => void
}

function Told({ told: { service, state, found }, taken, onAdd }: ToldProps) {
  const name = nameOfService(service)
  if (state !== 'found')
    return (
      <li>
        <span>
          <b>{name}</b> <span className={classes.soft}>{stateWord(state)}</span>
        </span>
      </li>
    )
  return found.map((one) => (
    <li key={one.url}>
      <span>
        <b>{name}</b>{' '}
        <a href={one.url} target="_blank" rel="noreferrer" dir="auto">
          {[one.artist, one.title].filter(Boolean).join(' · ')}
        </a>{' '}
        {one.date ? <span className={classes.soft}>{one.date.slice(0, 4)}</span> : undefined}
      </span>
      {taken ? (
        <span className={classes.soft}>{m['releases.services.taken']()}</span>
      ) : (
        <Button
          size="sm"
          aria-label={m['releases.services.addOf']({ name, title: one.title })}
          onClick={() => onAdd(one)}
        >
          {m['releases.services.add']()}
        </Button>
      )}
    </li>
  ))
}

const stateWord = (state: Exclude<AtService['state'], 'found'>) =>
  ({
    unasked: m['releases.services.state.unasked'],
    none: m['releases.services.state.none'],
    refused: m['releases.services.state.refused'],
    busy: m['releases.services.state.busy'],
    unreachable: m['releases.services.state.unreachable'],
  })[state]()
