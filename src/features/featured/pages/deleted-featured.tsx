import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import type { Featured } from '#features/featured/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './featured-list.module.css'
import { titleOf } from './featured-words.ts'

/** What was deleted in the last 30 days, with the way back. */
export function DeletedFeatured({ portalId, items }: { portalId: string; items: Featured[] }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const restore = async (item: Featured) => {
    const restored = await api.featured.restoreFeatured({ portalId, featuredId: item.id })
    if (isFailure(restored)) return toast(m['featured.restoreFailed'](), { kind: 'error' })
    toast(m['featured.restored']())
    await router.invalidate()
  }
  if (items.length === 0) return undefined
  return (
    <details className={classes.deleted}>
      <summary>{m['featured.deletedItems']({ count: items.length })}</summary>
      <ul>
        {items.map((item) => {
          const title = titleOf(item, getLocale())
          return (
            <li key={item.id}>
              <span>{title}</span>
              <Button
                size="sm"
                aria-label={m['featured.restoreOne']({ title })}
                onClick={() => restore(item)}
              >
                {m['featured.restore']()}
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
