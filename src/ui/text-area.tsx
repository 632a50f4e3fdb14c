import type { ComponentProps } from 'react'
import classes from './field.module.css'

/** Several lines of text, inside a `Field`; `rows` says how many are seen at once. */
export const TextArea = (props: Omit<ComponentProps<'textarea'>, 'className'>) => (
  <textarea {...props} className={classes.input} />
)
