import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { failureCode, isFailure, type Result } from '#client.ts'
import { BackLink } from './back-link.tsx'
import { Loaded } from './loaded.tsx'
import { Page } from './page.tsx'
import { useRetry } from './use-retry.ts'

interface EntityPageProps<E> {
  /** What the page is about; `null` for one that is to be made. */
  entity: Result<E>
  /** What could not be loaded, as a sentence. */
  failed: string
  /** Where it stands: the way back, and the page's name while there is no entity. */
  list: { to: string; title: string }
  /** What lies above the list. */
  above?: ReactNode[]
  /** A page that is always called the same says so. */
  title: string | ((entity: E) => ReactNode)
  /** The last step of the way here; the title unless said. */
  step?: (entity: E) => ReactNode
  lead?: (entity: E) => ReactNode
  actions?: (entity: E) => ReactNode
  tabs?: (entity: E) => ReactNode
  children: (entity: E) => ReactNode
}

/**
 * The frame of a page about one thing, new or old. It knows the way back to the list, with the filters that it had, and
 * what is shown when loading failed; `FormPage` inside it knows unsaved changes, `useEntityForm` saving and conflicts.
 */
export function EntityPage<E>(props: EntityPageProps<E>) {
  const { failed, list, above = [], title, step, lead, actions, tabs, children } = props
  const entity = useLastKnown(props.entity)
  const nameOf = (of: E) => (typeof title === 'string' ? title : title(of))
  const back = [
    ...above,
    <BackLink key="list" to={list.to}>
      {list.title}
    </BackLink>,
  ]
  const head = isFailure(entity)
    ? { title: typeof title === 'string' ? title : list.title, trail: back }
    : {
        title: nameOf(entity),
        trail: [...back, (step ?? nameOf)(entity)],
        lead: lead?.(entity),
        actions: actions?.(entity),
      }
  return (
    <Page {...head}>
      {isFailure(entity) ? undefined : tabs?.(entity)}
      <Loaded of={entity} failed={failed}>
        {children}
      </Loaded>
    </Page>
  )
}

/** A key for the form of an entity: a newer version, or another entity, starts it anew. */
export const versionKey = (entity: { id: string; version: number } | null) =>
  entity ? `${entity.id} ${entity.version}` : 'new'

/**
 * What could not be loaded once more stays as it was, with all that is typed in it, and is asked for again once the server
 * answers. What is refused, or gone, is not shown any longer.
 */
function useLastKnown<E>(entity: Result<E>): Result<E> {
  const { pathname } = useLocation()
  const known = useRef<{ pathname: string; entity: Result<E> }>(undefined)
  const before = known.current?.pathname === pathname ? known.current.entity : undefined
  const keeps = isFailure(entity) && before !== undefined && isUnclear(entity)
  if (!isFailure(entity)) known.current = { pathname, entity }
  useRetry(keeps ? entity : undefined)
  return keeps ? before : entity
}

const isUnclear = (failure: Result<unknown>) =>
  !['forbidden', 'notFound'].includes(failureCode(failure) ?? '')
