import { mdiChevronRight } from '@mdi/js'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import { Icon } from './icon.tsx'
import classes from './page.module.css'

interface PageProps {
  title: ReactNode
  /** One grey line: what, whose, when. */
  lead?: ReactNode
  /** The way here, only below level 1: links, then this page's own name. */
  trail?: ReactNode[]
  /** At most two buttons and a «⋯». */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every signed-in page: where you are, its name, what it shows, what you can do, the content. */
export function Page({ title, lead, trail, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      {trail ? (
        <nav className={classes.trail} aria-label={m['ui.breadcrumb']()}>
          {trail.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one page never change places.
            <span key={at} className={classes.step}>
              {at > 0 ? <Icon path={mdiChevronRight} size={14} /> : undefined}
              {step}
            </span>
          ))}
        </nav>
      ) : undefined}
      <header className={classes.head}>
        <div className={classes.grow}>
          <h1>{title}</h1>
          {lead ? <p>{lead}</p> : undefined}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : undefined}
      </header>
      {children}
    </div>
  )
}

/** A step of the trail that leads back. */
export const TrailLink = createLink((props: AnchorHTMLAttributes<HTMLAnchorElement>) => <a {...props} />)

/** A hairline frame with a heading and at most one control on the right. */
export function Frame({
  title,
  control,
  children,
}: {
  title?: ReactNode
  control?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.frame} data-frame>
      {title ? (
        <div className={classes.frameHead}>
          <h2>{title}</h2>
          {control}
        </div>
      ) : undefined}
      <div className={classes.frameBody}>{children}</div>
    </section>
  )
}

/** Filters between the head and the content; one scrolling row on a phone. */
export const FilterBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.filters}>{children}</div>
)
