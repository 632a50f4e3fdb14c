import { Link } from '@tanstack/react-router'
import classes from './tabs.module.css'

interface TabsProps {
  label: string
  tabs: readonly { id: string; title: () => string; link: string }[]
  /** The path on screen. */
  path: string
}

/** On a phone the row is longer than the screen: it starts with the page that is on in sight. */
export function keepInSight(row: HTMLElement | null) {
  const here = row?.querySelector<HTMLElement>('[data-here]')
  if (row && here) row.scrollLeft = here.offsetLeft + here.offsetWidth - row.offsetLeft - row.clientWidth + 16
}

/** The pages that lie side by side under one menu entry. */
export function Tabs({ label, tabs, path }: TabsProps) {
  // The longest address that leads here is the one that is on.
  const here = tabs
    .filter(({ link }) => path === link || path.startsWith(`${link}/`))
    .sort((a, b) => b.link.length - a.link.length)[0]
  return (
    <nav ref={keepInSight} className={classes.tabs} aria-label={label}>
      {tabs.map(({ id, title, link }) => (
        <Link
          key={id}
          to={link as '/portals'}
          data-here={id === here?.id || undefined}
          aria-current={path === link ? 'page' : undefined}
        >
          {title()}
        </Link>
      ))}
    </nav>
  )
}
