import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import classes from './contacts.module.css'

/** Below a list that ends before all that there is. */
export function NewestOf({ shown, total }: { shown: number; total: number }) {
  const { number } = here()
  return shown < total ? (
    <p className={classes.quiet}>{m['contacts.newestOf']({ shown: number(shown), total: number(total) })}</p>
  ) : undefined
}
