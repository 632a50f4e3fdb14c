import { useRouter, useRouterState } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { type Readable, unclearOf } from '#ui/address.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './address-notice.module.css'

/** Says which parts of the address the page could not use; it shows what it would without them. */
export function AddressNotice() {
  const router = useRouter()
  const unclear = useRouterState({
    select: ({ matches, location }) => {
      const page = matches.at(-1)
      const routes = router.routesById as unknown as Partial<Record<string, Readable>>
      return unclearOf(routes[page?.routeId ?? '']?.options.validateSearch, location.search).join(', ')
    },
  })
  if (!unclear) return null
  return (
    <div className={classes.notice}>
      <Notice kind="warning">{m['shell.addressUnclear']({ names: unclear })}</Notice>
    </div>
  )
}
