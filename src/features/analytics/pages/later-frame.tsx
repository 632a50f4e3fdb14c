import type { ReactNode } from 'react'
import { isFailure } from '#client.ts'
import { Frame } from '#ui/page.tsx'
import { RowsSkeleton } from '#ui/page-skeleton.tsx'
import type { Later } from './later.ts'
import classes from './why.module.css'

interface LaterFrameProps<T> {
  of: Later<T>
  title: string
  control?: ReactNode
  children: (told: T) => ReactNode
}

/**
 * A section that is asked for after its page: its outline the first time, and afterwards what it told last, dimmed, until
 * the next answer is there. That it failed is told once for the page.
 */
export function LaterFrame<T>({ of, title, control, children }: LaterFrameProps<T>) {
  const { none, answered, told } = of
  if (none || (answered && isFailure(answered[0]))) return null
  return (
    <Frame title={title} control={control}>
      {told === undefined ? (
        <div className={classes.waiting}>
          <RowsSkeleton />
        </div>
      ) : (
        <div className={classes.told} aria-busy={!answered} data-asking={!answered || undefined}>
          {children(told)}
        </div>
      )}
    </Frame>
  )
}
