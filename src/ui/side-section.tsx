import type { ReactNode } from 'react'
import classes from './side-section.module.css'

/** One part of what stands beside a form. */
export const SideSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section}>
    <h2>{title}</h2>
    {children}
  </section>
)
