import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { backTo } from './last-path.ts'
import { localized } from './localized.ts'

/** Leads back to a list, with the filters it had when the person came from there. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const router = useRouter()
  return (
    <a
      href={localized(to)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        router.history.push(localized(backTo(to)))
      }}
    >
      {children}
    </a>
  )
}
