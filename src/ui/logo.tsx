import classes from './logo.module.css'

/** The speaker with its lamp, and the name beside it where there is room. */
export function Logo({ size = 24, markOnly = false }: { size?: number; markOnly?: boolean }) {
  return (
    <span className={classes.logo}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <rect x="1" y="1" width="22" height="22" rx="4.5" fill="var(--bl-ink)" />
        <circle cx="10.6" cy="13.4" r="6.4" fill="none" stroke="var(--bl-on-ink)" strokeWidth="1.8" />
        <circle cx="10.6" cy="13.4" r="2.1" fill="var(--bl-on-ink)" />
        <circle cx="18.9" cy="5.1" r="2.1" fill="var(--bl-accent)" />
      </svg>
      {markOnly ? undefined : <b>Backline</b>}
    </span>
  )
}
