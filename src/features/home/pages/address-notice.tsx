import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { type Readable, unclearOf } from '#ui/address.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './address-notice.module.css'

interface Said {
  path: string
  names: string
  /** What is left of the address once the router has dropped what makes no sense. */
  rest?: string
}

/** Says which parts of the address the page could not use; it shows what it would without them. */
export function AddressNotice() {
  const router = useRouter()
  const { path, rest, unclear } = useRouterState({
    select: ({ matches, location }) => {
      const page = matches.at(-1)
      const routes = router.routesById as unknown as Partial<Record<string, Readable>>
      const reader = routes[page?.routeId ?? '']?.options.validateSearch
      return {
        path: location.pathname,
        rest: location.searchStr,
        unclear: unclearOf(reader, location.search).join(', '),
      }
    },
  })
  // The router writes the address anew without them as soon as the page lives: what it said is kept until one moves on.
  // The server leads to the clean address before the first page is painted, and hands on what it left out.
  const [said, setSaid] = useState<Said | undefined>(() => {
    const { unclear: before } = router.options.context
    return before.path === path && before.names.length > 0
      ? { path, names: before.names.join(', '), rest }
      : undefined
  })
  const here = said?.path === path ? said : undefined
  if (unclear && here?.names !== unclear) setSaid({ path, names: unclear })
  else if (!unclear && here && here.rest === undefined) setSaid({ ...here, rest })
  const names = unclear || (here && (here.rest === undefined || here.rest === rest) ? here.names : '')
  if (!names) return null
  return (
    <div className={classes.notice}>
      <Notice kind="warning">{m['shell.addressUnclear']({ names })}</Notice>
    </div>
  )
}
