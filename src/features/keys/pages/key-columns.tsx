import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { NameCell } from '#ui/name-cell.tsx'
import type { ApiKey } from '../contract.ts'
import classes from './keys.module.css'
import { areaNames } from './scopes.ts'

const said = (key: ApiKey): string => {
  const { reads, changes } = areaNames(key)
  return [
    ...(changes.length > 0 ? [m['keys.changes']({ what: changes.join(', ') })] : []),
    ...(reads.length > 0 ? [m['keys.reads']({ what: reads.join(', ') })] : []),
  ].join(' · ')
}

export function keyColumns(onRotate: (key: ApiKey) => void, onRevoke: (key: ApiKey) => void) {
  const { date, dateTime } = here()
  const expiry = (key: ApiKey) => (key.state === 'expired' ? m['keys.expired']() : date(key.expiresAt))
  return [
    {
      id: 'name',
      title: m['keys.column.name'](),
      phone: 'main' as const,
      cell: (key: ApiKey) => (
        <NameCell
          name={key.name}
          aside={`…${key.ending}`}
          onPhone={m['keys.expiresOnPhone']({ when: expiry(key) })}
        />
      ),
    },
    {
      id: 'portal',
      sentence: true,
      title: m['keys.column.portal'](),
      cell: (key: ApiKey) => key.portal?.name ?? m['keys.allPortals'](),
    },
    {
      id: 'permissions',
      sentence: true,
      title: m['keys.column.permissions'](),
      phone: 'status' as const,
      cell: (key: ApiKey) => said(key) || '–',
    },
    {
      id: 'used',
      title: m['keys.column.used'](),
      cell: (key: ApiKey) => (key.lastUsedAt ? dateTime(key.lastUsedAt) : m['keys.unused']()),
    },
    {
      id: 'expires',
      title: m['keys.column.expires'](),
      cell: expiry,
    },
    {
      id: 'revoke',
      title: m['ui.actions'](),
      hiddenTitle: true,
      phone: 'menu' as const,
      cell: (key: ApiKey) => (
        <span className={classes.acts}>
          {key.state === 'live' ? (
            <Button
              size="sm"
              aria-label={m['keys.rotateLabel']({ name: key.name })}
              onClick={() => onRotate(key)}
            >
              {m['keys.rotate']()}
            </Button>
          ) : undefined}
          <Button
            size="sm"
            aria-label={m['keys.revokeLabel']({ name: key.name })}
            onClick={() => onRevoke(key)}
          >
            {m['keys.revoke']()}
          </Button>
        </span>
      ),
    },
  ]
}
