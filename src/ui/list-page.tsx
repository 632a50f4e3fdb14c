import type { ReactNode } from 'react'
import { isFailure, type Result } from '#client.ts'
import { type Found, isBare, Listing, type ListingProps } from './listing.tsx'
import { Page } from './page.tsx'

interface ListPageProps<F extends Found> extends ListingProps<F> {
  title: string
  /** A sentence, or one that counts what was found. */
  lead?: string | ((found: F) => string)
  /** The way here, below level 1. */
  trail?: ReactNode[]
  tabs?: ReactNode
  /** Beside the first step, which stands in the head unless there is nothing yet. */
  actions?: ReactNode
  /** Between the tabs and the filters. */
  above?: ReactNode
  /** Dialogs and questions, and what lies below the list. */
  below?: ReactNode
}

/**
 * The frame of a page that lists things. It knows where its title, count, tabs, filters and first step stand, and what is
 * shown when loading failed, when there is nothing yet, and when filters leave nothing; a page says its columns and words.
 */
export function ListPage<F extends Found>(props: ListPageProps<F>) {
  const { title, lead, trail, tabs, actions, above, below, ...listing } = props
  const first = isBare(props) ? undefined : props.add
  return (
    <Page
      title={title}
      lead={leadOf(lead, props.found)}
      {...(trail ? { trail } : {})}
      actions={
        first || actions ? (
          <>
            {first}
            {actions}
          </>
        ) : undefined
      }
    >
      {tabs}
      {above}
      <Listing {...listing} />
      {below}
    </Page>
  )
}

const leadOf = <F,>(lead: string | ((found: F) => string) | undefined, found: Result<F>) =>
  typeof lead === 'function' ? (isFailure(found) ? undefined : lead(found)) : lead
