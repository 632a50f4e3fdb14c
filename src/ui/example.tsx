import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './example.module.css'

interface ExampleProps<F> {
  load: () => Promise<F>
  children: (found: F) => ReactNode
}

/** How it looks once there is something, said to be an example: nothing in it can be pressed or is read out. */
export function Example<F>({ load, children }: ExampleProps<F>) {
  const [found, setFound] = useState<{ of: F }>()
  const latest = useRef(load)
  useEffect(() => {
    let gone = false
    // A page without its example is a page still.
    latest.current().then(
      (of) => {
        if (!gone) setFound({ of })
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  if (!found) return undefined
  return (
    <figure className={classes.example}>
      <figcaption>{m['ui.example']()}</figcaption>
      <div inert>{children(found.of)}</div>
    </figure>
  )
}
