import classes from './initials.module.css'

/** A person's mark: their picture, else the first letters of their first two names. */
export function Initials({ name, pictureUrl }: { name: string; pictureUrl?: string | null }) {
  if (pictureUrl) return <img src={pictureUrl} alt="" className={classes.mark} width={30} height={30} />
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
