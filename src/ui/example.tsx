import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './example.module.css'

/** How it looks once there is something, said to be an example: nothing in it can be pressed or is read out. */
export const Example = ({ children }: { children: ReactNode }) => (
  <figure className={classes.example}>
    <figcaption>{m['ui.example']()}</figcaption>
    <div inert>{children}</div>
  </figure>
)
