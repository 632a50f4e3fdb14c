import classes from './initials.module.css'

/** A person's mark: the first letters of their first two names. */
export function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toUpperCase())
  return (
    <span className={classes.mark} aria-hidden="true">
      {letters.join('')}
    </span>
  )
}
